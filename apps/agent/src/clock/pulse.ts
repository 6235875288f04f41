const beatMs = 500;

interface Task {
  readonly everyBeats: number;
  readonly act: () => void;
}

const tasks = new Set<Task>();
let timer: NodeJS.Timeout | undefined;
let beats = 0;

/**
 * Acts each half second, or each second, until the returned function is called, which may be done twice. All that is done
 * at these paces is done together: to be woken costs the agent more than most of what it then does. A task must not
 * throw.
 */
export function onPulse(everyMs: 500 | 1000, act: () => void): () => void {
  const task: Task = { everyBeats: everyMs / beatMs, act };
  tasks.add(task);
  timer ??= setInterval(beat, beatMs);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function beat(): void {
  beats += 1;
  for (const { everyBeats, act } of tasks) {
    if (beats % everyBeats === 0) {
      act();
    }
  }
}
