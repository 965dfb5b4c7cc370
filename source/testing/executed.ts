import {Session, type Profiler} from 'node:inspector';

/** The modules of this project with executed functions, by V8's own counts. */
export class Executed {
	readonly #session = new Session();

	constructor() {
		this.#session.connect();
		this.#session.post('Profiler.enable');
		this.#session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
		this.since();
	}

	/** The modules with a called function since the last call, such as `kernel/kernel`. A module that is only loaded is not among them. */
	since(): ReadonlySet<string> {
		const found = new Set<string>();
		// The callback runs before `post` returns: the session is of this thread.
		this.#session.post('Profiler.takePreciseCoverage', (_error, {result}: Profiler.TakePreciseCoverageReturnType) => {
			for (const {url, functions} of result) {
				const [, module] = /\/dist\/((?:[\w-]+\/)*[\w-]+)\.js$/.exec(url) ?? [];
				// The first function is the module itself.
				if (module !== undefined && functions.slice(1).some(({ranges}) => (ranges[0]?.count ?? 0) > 0)) {
					found.add(module);
				}
			}
		});
		return found;
	}

	end(): void {
		this.#session.disconnect();
	}
}
