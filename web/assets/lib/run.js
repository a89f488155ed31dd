// Runs, pauses and stops projects.
import { post, at } from '/lib/api.js';
import { confirm } from '/lib/dialog.js';
import { refresh } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';

/**
 * Runs a project with its own engines, or with those of `wish`. Asks before an engine starts that
 * has no result in the project yet. Gives whether it runs; what else goes wrong is thrown.
 * @param {string} id
 * @param {Partial<PostBody<'/api/p/{id}/run'>>} [wish]
 */
export async function startRun(id, wish = {}) {
  const run = (more = {}) => post(at(id, 'run'), { state: 'running', ...wish, ...more });
  try {
    await run();
  } catch (error) {
    const refused = /** @type {Refusal} */ (error);
    if (refused.code !== 'other-engine') throw error;
    const sure = await confirm({
      title: 'Add results of another engine?',
      text: `${sentence(refused.message)} A weaker engine can spoil an analysis of weeks.`,
      ok: 'Use the other engine',
    });
    if (!sure) return false;
    await run({ change: true });
  }
  refresh(at(id));
  refresh('/api/projects');
  return true;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/**
 * Runs a project that is paused, pauses one that runs. Gives whether it was done.
 * @param {Card} project
 */
export async function toggleRun(project) {
  try {
    if (project.state !== 'running') {
      const started = await startRun(project.id);
      if (started) toast(`Running ${project.id}.`, { seconds: 3 });
      return started;
    }
    await post(at(project.id, 'run'), { state: 'idle' });
    refresh(at(project.id));
    toast(`Pausing ${project.id}: finishing its tasks.`, { seconds: 3 });
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/**
 * Stops the searches of a project now; what they have found so far is saved.
 * @param {Card} project
 */
export async function stopNow(project) {
  try {
    await post(at(project.id, 'run'), { state: 'idle', now: true });
    refresh(at(project.id));
    refresh('/api/projects');
    toast(`Stopped ${project.id}. Everything found so far is saved.`, { seconds: 4 });
  } catch (error) {
    fail(error);
  }
}
