/** Words of every wizard. */
export const wizard = {
  done: "done",
  current: "current step",
  upcoming: "to come",
  failed: "failed",
};
