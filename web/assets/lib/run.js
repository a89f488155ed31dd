// Runs and pauses projects.
import { post, at } from '/lib/api.js';
import { refresh } from '/lib/socket.js';
import { fail, toast } from '/lib/toast.js';

/**
 * Runs a project that rests, pauses one that runs. Answers whether it was done.
 * @param {Card} project
 */
export async function toggleRun(project) {
  const running = project.state === 'running';
  try {
    await post(at(project.id, 'run'), { state: running ? 'idle' : 'running' });
    refresh(at(project.id));
    toast(running ? `Pausing ${project.id}.` : `Running ${project.id}.`, { seconds: 3 });
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}
