/** Why work in progress is interrupted; each is the reason of an abort signal and never reaches people as such. */
export class LeaseLapsed extends Error {
  constructor() {
    super("the lease could not be renewed in time: nothing more is done until it is held again");
    this.name = "LeaseLapsed";
  }
}

/** Another worker has taken the operation over. */
export class LeaseLost extends Error {
  constructor() {
    super("another worker has taken the operation over");
    this.name = "LeaseLost";
  }
}

/** The worker stops; the operation goes on elsewhere, or here after the next start. */
export class WorkerStopping extends Error {
  constructor() {
    super("the worker stops");
    this.name = "WorkerStopping";
  }
}

/** Somebody asked to cancel the operation. */
export class CancelRequested extends Error {
  constructor() {
    super("cancelling was asked for");
    this.name = "CancelRequested";
  }
}
