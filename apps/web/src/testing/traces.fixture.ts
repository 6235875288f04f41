/** What a script can leave in a page, and its end. */
export interface Traces {
  /** Takes the page as it is now for the clean one. */
  begin(): void;
  /** Lets what ends at the next turns of the page end by itself. */
  settle(): Promise<void>;
  /** Ends what has begun, and puts back what was changed since `begin`. */
  clear(): void;
}

interface Clean {
  readonly properties: readonly Kept[];
  readonly head: readonly Node[];
  readonly title: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly timer: number;
  readonly frame: number;
}

interface Kept {
  readonly of: object;
  readonly properties: ReadonlyMap<PropertyKey, PropertyDescriptor>;
}

/** Watches this page from now on; nothing that another script has replaced yet is used. */
export function beginTraces(): Traces {
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  };
  const removeListeners = watchListeners();
  const endSources = watchSources();
  const nextTimer = (): number => {
    const timer = native.setTimeout(() => undefined);
    native.clearTimeout(timer);
    return timer;
  };
  const nextFrame = (): number => {
    const frame = native.requestAnimationFrame(() => undefined);
    native.cancelAnimationFrame(frame);
    return frame;
  };
  let clean: Clean | undefined;

  return {
    begin: () => {
      removeListeners.begin();
      endSources.begin();
      clean = {
        properties: watched().map((of) => ({ of, properties: propertiesOf(of) })),
        head: [...document.head.childNodes],
        title: document.title,
        attributes: new Map([...document.documentElement.attributes].map(({ name, value }) => [name, value])),
        timer: nextTimer(),
        frame: nextFrame(),
      };
    },
    settle: async () => {
      for (let turn = 0; turn < 2; turn += 1)
        await new Promise<void>((resolve) => native.setTimeout(resolve));
    },
    clear: () => {
      if (clean === undefined) return;
      for (let timer = nextTimer(); timer > clean.timer; timer -= 1) native.clearTimeout(timer);
      for (let frame = nextFrame(); frame > clean.frame; frame -= 1) native.cancelAnimationFrame(frame);
      endSources.end();
      removeListeners.end();
      clearDocument(clean);
      for (const kept of clean.properties) putBack(kept);
      localStorage.clear();
      sessionStorage.clear();
      performance.clearMarks();
      performance.clearMeasures();
    },
  };
}

function clearDocument({ head, title, attributes }: Clean): void {
  getSelection()?.removeAllRanges();
  scrollTo(0, 0);
  // A new body has no listeners either.
  document.body.replaceWith(document.createElement("body"));
  document.head.replaceChildren(...head);
  document.title = title;
  const html = document.documentElement;
  for (const { name } of [...html.attributes]) if (!attributes.has(name)) html.removeAttribute(name);
  for (const [name, value] of attributes) html.setAttribute(name, value);
  for (const target of [window, document, html])
    for (const name in target) if (name.startsWith("on")) Reflect.set(target, name, null);
}

/** Those among which a test's page replaces something to be told of it, or to stand in for it. */
function watched(): readonly object[] {
  const kinds = [EventTarget, Node, Element, HTMLElement, SVGElement, Document, HTMLAnchorElement];
  const others = [HTMLCanvasElement, Storage, History, Navigator, Clipboard, Performance, URL, Response];
  const single = [window, document, document.documentElement, navigator, history, screen, performance];
  const spaces = [console, Math, Date, JSON, crypto, URL, Intl];
  return [...single, ...spaces, ...[...kinds, ...others].map(({ prototype }) => prototype)];
}

function propertiesOf(of: object): Map<PropertyKey, PropertyDescriptor> {
  const found = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(of)) {
    const property = Reflect.getOwnPropertyDescriptor(of, key);
    if (property !== undefined) found.set(key, property);
  }
  return found;
}

function putBack({ of, properties }: Kept): void {
  for (const [key, now] of propertiesOf(of)) {
    const was = properties.get(key);
    if (was === undefined) Reflect.deleteProperty(of, key);
    else if (now.value !== was.value || now.get !== was.get || now.set !== was.set)
      Reflect.defineProperty(of, key, was);
  }
  for (const [key, was] of properties) if (!Object.hasOwn(of, key)) Reflect.defineProperty(of, key, was);
}

interface Watch {
  begin(): void;
  end(): void;
}

/** Listeners of whatever outlives the body. */
function watchListeners(): Watch {
  const added: (readonly [EventTarget, Parameters<EventTarget["addEventListener"]>])[] = [];
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function add(this: EventTarget | undefined, ...given): void {
    const target = this ?? window;
    const isInBody = target instanceof Node && target !== document && target !== document.documentElement;
    if (!isInBody) added.push([target, given]);
    addEventListener.apply(target, given);
  };
  return {
    begin: () => void added.splice(0),
    end: () => {
      for (const [target, [type, listener, options]] of added.splice(0))
        target.removeEventListener(type, listener, options);
    },
  };
}

/** What calls a script by itself: streams and observers. */
function watchSources(): Watch {
  const ends: (() => void)[] = [];
  const keep =
    (end: (made: { close?(): void; disconnect?(): void }) => void) =>
    <Made extends object>(made: Made): Made => {
      ends.push(() => end(made));
      return made;
    };
  const closed = keep((made) => made.close?.());
  const disconnected = keep((made) => made.disconnect?.());
  const construct = (kept: <Made extends object>(made: Made) => Made): ProxyHandler<typeof EventSource> => ({
    construct: (kind, given, as) => kept(Reflect.construct(kind, given, as)),
  });
  for (const name of ["EventSource", "WebSocket", "BroadcastChannel"])
    Reflect.set(window, name, new Proxy(Reflect.get(window, name), construct(closed)));
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver", "PerformanceObserver"])
    Reflect.set(window, name, new Proxy(Reflect.get(window, name), construct(disconnected)));
  return {
    begin: () => void ends.splice(0),
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}
