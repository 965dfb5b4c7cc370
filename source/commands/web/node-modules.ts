import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Node's modules, as chunks of the bundle import them: with or without the prefix. */
const statement =
	/(?<=^|[;\n}])import\s*(?:(?<names>[\w$*{][^;"']*?)\s*from\s*)?["'](?<module>node:[\w/]+|[a-z_]+(?:\/[a-z]+)?)["']/g;

const namesIn = (clause: string): readonly string[] => {
	const [, first = '', braced = ''] = /^\s*([\w$]*)[\s,]*(?:\{([^}]*)\})?/.exec(clause) ?? [];
	return [
		...(first === '' ? [] : ['default']),
		...braced
			.split(',')
			.map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
			.filter((name) => name !== ''),
	];
};

/** The name of the module that a page has in place of one of Node's: `node-fs.js`. */
const fileOf = (module: string): string => `node-${module.replace(/^node:/, '').replaceAll('/', '-')}.js`;

/**
The code of a chunk with the modules of a page in place of Node's.

@param found receives the names that it imports of each
*/
export const withoutNode = (code: string, found: Map<string, Set<string>>): string => {
	for (const {groups: {names = '', module = ''} = {}} of code.matchAll(statement)) {
		const known = getOrInsert(found, fileOf(module), () => new Set<string>());
		for (const name of namesIn(names)) {
			known.add(name);
		}
	}

	return code.replaceAll(statement, (whole: string, _: unknown, module: string) =>
		whole.replace(/["'][^"']*["']$/, `"./${fileOf(module)}"`),
	);
};

/** The code of a chunk that names Node's modules without their prefix. */
export const withShortNames = (code: string): string =>
	code.replaceAll(statement, (whole: string) => whole.replace(/(?<=["'])node:(?=[^"']*["']$)/, ''));

/** Code that replaces functions that a page lacks: they throw an error with their name. */
const absent = `const absent = (name) => function () { throw new Error('a page has no ' + name); };
`;

/** The parts of Node that a page does have. */
const present: Readonly<Record<string, string>> = {
	'node-path.js': `const clean = (text) => {
	const parts = [];
	for (const part of text.split('/')) {
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else if (part !== '' && part !== '.') parts.push(part);
	}
	return (text.startsWith('/') ? '/' : '') + parts.join('/') || '.';
};
const path = {
	sep: '/',
	join: (...parts) => clean(parts.filter((part) => part !== '').join('/')),
	resolve: (...parts) => clean(parts.reduce((at, part) => (part.startsWith('/') ? part : at + '/' + part), '/')),
	dirname: (text) => { const at = text.replace(/\\/+$/, '').lastIndexOf('/'); return at === -1 ? '.' : text.slice(0, at) || '/'; },
	basename: (text, end = '') => { const name = text.replace(/\\/+$/, '').split('/').at(-1); return end !== '' && name.endsWith(end) ? name.slice(0, -end.length) : name; },
	extname: (text) => /[^/.](\\.[^./]*)$/.exec(text)?.[1] ?? '',
	isAbsolute: (text) => text.startsWith('/'),
	relative(from, to) {
		const a = path.resolve(from).split('/').filter(Boolean);
		const b = path.resolve(to).split('/').filter(Boolean);
		let same = 0;
		while (same < a.length && same < b.length && a[same] === b[same]) same++;
		return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
	},
};
path.posix = path;
`,
	'node-process.js': `const process = {env: {}, argv: [], platform: 'page', version: '', versions: {}, cwd: () => '/', on() {}, once() {}};
`,
	'node-os.js': `const os = {
	homedir: () => '/',
	tmpdir: () => '/',
	platform: () => 'page',
	// Each thread has facts and worlds of its own: memory limits how many there are.
	availableParallelism: () => Math.max(1, Math.min(4, globalThis.navigator?.hardwareConcurrency ?? 2)),
};
`,
	'node-worker_threads.js': `const threads = {
	isMainThread: globalThis.WorkerGlobalScope === undefined,
	// A thread of a page runs page-worker.js: its name says which module it would run in Node.
	Worker: class Thread {
		// A browser may drop a thread that only its own listeners refer to, and all callers that wait for its answer: running threads are kept here.
		static running = new Set();
		#thread;
		#waiting = [];
		#ready = false;
		#ended = false;
		#listeners = new Map();
		constructor(url) {
			const name = String(url).split('/').at(-1) + ' ' + globalThis.pageLanguage;
			this.#thread = new globalThis.Worker(new URL('page-worker.js', import.meta.url), {type: 'module', name});
			Thread.running.add(this);
			this.#thread.addEventListener('message', ({data}) => {
				if (data === 'ready') {
					this.#ready = true;
					for (const message of this.#waiting.splice(0)) this.#thread.postMessage(message);
				} else if (data.failed === undefined) this.#tell('message', data);
				else this.#fail(data.failed);
			});
			this.#thread.addEventListener('error', (event) => this.#fail(event.message || 'a thread cannot be loaded'));
			this.#thread.addEventListener('messageerror', () => this.#fail('an answer of a thread cannot be read'));
		}
		#tell(type, value) {
			for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(value);
		}
		#fail(text) {
			if (!this.#ended) this.#tell('error', new Error(text));
			this.#end(1);
		}
		#end(code) {
			if (this.#ended) return;
			this.#ended = true;
			Thread.running.delete(this);
			this.#thread.terminate();
			this.#tell('exit', code);
		}
		on(type, listener) {
			this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
		}
		off(type, listener) {
			this.#listeners.set(type, (this.#listeners.get(type) ?? []).filter((one) => one !== listener && one.of !== listener));
		}
		once(type, listener) {
			const once = (value) => {
				this.off(type, once);
				listener(value);
			};
			once.of = listener;
			this.on(type, once);
		}
		postMessage(message) {
			if (this.#ended) return;
			if (this.#ready) this.#thread.postMessage(message);
			else this.#waiting.push(message);
		}
		terminate() {
			this.#end(1);
			return Promise.resolve(1);
		}
	},
	parentPort: {
		on(type, listener) {
			addEventListener('message', ({data}) => listener(data));
		},
		postMessage: (message) => globalThis.postMessage(message),
	},
};
`,
	'node-module.js': `const module = {createRequire: () => absent('require')};
`,
};

/**
A replacement for one of Node's modules. Functions that a page cannot have throw when they are called.

@param file its name: `node-fs.js`
@param names those that the chunks import
@param hasThreads whether `page-worker.js` is beside it, which its threads run
*/
export const standIn = (file: string, names: ReadonlySet<string>, hasThreads = true): string => {
	const own = hasThreads || file !== 'node-worker_threads.js' ? present[file] : undefined;
	const object = /^const (\w+) = (?!\()/m.exec((own ?? '').replace(/^const clean[\s\S]*?^};\n/m, ''))?.[1] ?? 'none';
	const of = JSON.stringify(file.slice('node-'.length, -'.js'.length));
	return [
		absent,
		own ?? 'const none = {};\n',
		`const all = new Proxy(${object}, {get: (known, name) => (name in known ? known[name] : absent(${of} + '.' + String(name)))});\n`,
		...[...names]
			.filter((name) => name !== 'default')
			.toSorted()
			.map((name) => `export const ${name} = all.${name};\n`),
		'export default all;\n',
	].join('');
};
