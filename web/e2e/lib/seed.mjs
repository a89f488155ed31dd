// Something to look at: a project that an engine has grown, and a finished match.
import { until } from './wait.mjs';

const LONGEST = 240_000; // milliseconds; busy machines grow slowly

/** Grows a project until it has so many positions, and pauses it. Gives the project. */
export async function grown(
  server,
  { name = 'Open game', position = 'e4 e5', positions = 40, nodes = 2000, game = 'chess' } = {},
) {
  const made = await server.ask('/api/projects', {
    name,
    game,
    position,
    engine: 'builtin',
    count: 1,
    run: false,
  });
  const at = `/api/p/${encodeURIComponent(made.id)}`;
  await server.ask(`${at}/settings`, { nodes });
  await server.ask(`${at}/run`, { state: 'running', engine: 'builtin', count: 1 });
  await until(
    `${positions} positions`,
    async () => (await server.ask(at)).positions >= positions,
    LONGEST,
  );
  await server.ask(`${at}/run`, { state: 'idle' });
  return until('the end of the run', async () => {
    const project = await server.ask(at);
    return project.state === 'idle' && project;
  });
}

/** Plays a short match to its end. Gives the run. */
export async function played(server, run = {}) {
  const asked = {
    kind: 'match',
    a: 'alphabeta',
    b: 'random',
    game: 'tictactoe',
    limits: { nodes: '500' },
    games: 20,
    threads: 1,
    ...run,
  };
  const { id } = await server.ask('/api/runs', asked);
  return until('the end of the match', async () => {
    const now = await server.ask(`/api/runs/${id}`);
    if (now.state === 'failed') throw new Error(now.why);
    return now.state === 'done' && now;
  });
}
