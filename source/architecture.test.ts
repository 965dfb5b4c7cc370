import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {cyclesOf} from './testing/cycles.js';

const root = fileURLToPath(new URL('../source/', import.meta.url));

const files = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter(
		(name) => /\.tsx?$/.test(name) && (!name.endsWith('.generated.ts') || name === 'screen/panes/views.generated.ts'),
	);
const sources = files.filter((name) => !/\.test\.tsx?$/.test(name));

/** A room: the top folder, and CEL's Kubernetes part separately. */
const folderOf = (name: string): string =>
	name.startsWith('cel/kubernetes/') ? 'cel/kubernetes' : name.includes('/') ? name.slice(0, name.indexOf('/')) : name;

/** Tools without knowledge of their users: every room may import them. */
const tools = [
	'kernel/byte-text.ts',
	'kernel/clock.ts',
	'kernel/deferred-list.ts',
	'kernel/edit-distance.ts',
	'kernel/equality.ts',
	'kernel/error-text.ts',
	'kernel/get-or-insert.ts',
	'kernel/hash.ts',
	'kernel/line-diff.ts',
	'kernel/memoised.ts',
	'kernel/platform.ts',
	'kernel/record.ts',
	'kernel/search.ts',
];

/** The rooms as README.md lists them: what each may import of ours, beside itself. */
const allowed: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	[...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/^\| `([\w./]+)` +\| [^|]+ \| ([^|]+) \|$/gm)].map(
		([, room = '', imports = '']) => [
			room,
			[...imports.matchAll(/`([\w./]+)`/g)].flatMap(([, name = '']) => (name === 'tools' ? tools : [name])),
		],
	),
);

interface Import {
	readonly target: string;
	/** Imports that are removed when the program is compiled; `import {type X}` still loads the module. */
	readonly typeOnly: boolean;
	/** Loaded when it is needed: `await import('…')`. */
	readonly late: boolean;
}

const known = new Set(files);

/** Imports of our own modules. */
const importsOf = (name: string): readonly Import[] => {
	const text = readFileSync(path.join(root, name), 'utf8');
	return [
		...text.matchAll(
			/^(?:import|export)(?<type> type)? (?:[^;]*?from )?'(?<early>\.[^']+)';|import\('(?<late>\.[^']+)'\)/gm,
		),
	]
		.map(({groups}) => {
			const {type, early, late} = groups ?? {};
			const written = path.posix.join(path.posix.dirname(name), early ?? late ?? '').replace(/\.js$/, '.ts');
			return {
				target: known.has(`${written}x`) ? `${written}x` : written,
				typeOnly: type !== undefined,
				late: late !== undefined,
			};
		})
		.filter(({target}) => existsSync(path.join(root, target)));
};

const imports = new Map(sources.map((name) => [name, importsOf(name)]));

test('README.md lists every room, and none that does not exist', (t) => {
	t.deepEqual(Object.keys(allowed).toSorted(), [...new Set(sources.map((name) => folderOf(name)))].toSorted());
});

test('arrows go down: a room imports rooms that README.md lists below it', (t) => {
	const order = Object.keys(allowed);
	t.deepEqual(
		Object.entries(allowed).flatMap(([room, others]) =>
			others
				.filter((other) => !tools.includes(other) && order.indexOf(other) <= order.indexOf(room))
				.map((other) => `${room} may import ${other}`),
		),
		[],
	);
});

test('README.md names only files that exist', (t) => {
	const text = readFileSync(path.join(root, 'README.md'), 'utf8');
	const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:tsx?|mjs|json))`/g)].map(([, name = '']) => name);
	t.true(named.length > 20);
	t.deepEqual(
		named.filter((name) => !existsSync(path.join(root, name)) && !existsSync(path.join(root, '..', name))),
		[],
	);
});

test('the pages of rooms and the records of decisions name only files that exist, and are short', (t) => {
	const pages = readdirSync(root, {recursive: true, encoding: 'utf8'})
		.map((name) => name.replaceAll(path.sep, '/'))
		.filter((name) => /^(?!serve\/|manual\/)[\w-]+\/README\.md$|^decisions\//.test(name) && name.endsWith('.md'));
	t.true(pages.length > 12);
	for (const page of pages) {
		const text = readFileSync(path.join(root, page), 'utf8');
		const named = [...text.matchAll(/[`(]((?:\.\.\/)?(?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs|md|txt))[`)]/g)].map(
			([, name = '']) => name,
		);
		t.deepEqual(
			named.filter((name) => [path.dirname(page), '.', '..'].every((from) => !existsSync(path.join(root, from, name)))),
			[],
			page,
		);
		t.true(text.split('\n').length <= 41, `${page} is longer than 40 lines`);
	}
});

test('each room has a page: what it owns, its doors, what to read first, its tests', (t) => {
	const rooms = Object.keys(allowed).filter((room) => !room.endsWith('.ts') && room !== 'cel/kubernetes');
	t.deepEqual(
		rooms.filter((room) => {
			const page = path.join(root, room, 'README.md');
			const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
			return !['**Owns**', '**Doors.**', '**Read first.**', '**Tests.**'].every((part) => text.includes(part));
		}),
		[],
	);
});

test('every folder imports only what its layer allows', (t) => {
	const wrong = [];
	// A test double may import anything.
	for (const name of sources.filter((file) => folderOf(file) !== 'testing')) {
		const folder = folderOf(name);
		const may = allowed[folder];
		if (!may) {
			wrong.push(`${name}: folder ${folder} has no place in the layout`);
			continue;
		}

		for (const {target, typeOnly} of imports.get(name) ?? []) {
			const other = folderOf(target);
			const fine =
				other === folder ||
				may.includes(other) ||
				may.includes(target) ||
				(typeOnly && (folder === 'terminal' || folder === 'screen'));
			if (!fine) {
				wrong.push(`${name} imports ${target}`);
			}
		}
	}

	t.deepEqual(wrong, []);
});

test('every module can be imported first: no cycle of values', (t) => {
	t.deepEqual(
		cyclesOf(sources, (name) =>
			(imports.get(name) ?? []).filter(({typeOnly, late}) => !typeOnly && !late).map(({target}) => target),
		),
		[],
	);
});

test('no circle of modules, types included', (t) => {
	t.deepEqual(
		cyclesOf(sources, (name) => (imports.get(name) ?? []).map(({target}) => target).filter((other) => other !== name)),
		[],
	);
});

/** The folder of a file among the folders that lie in another; at the top, the file itself. */
const siblingOf = (parent: string, name: string): string | undefined => {
	const inside = parent === '' ? name : name.startsWith(`${parent}/`) ? name.slice(parent.length + 1) : undefined;
	const [first = '', ...rest] = inside?.split('/') ?? [];
	return inside === undefined || (rest.length === 0 && parent !== '') ? undefined : first;
};

const foldersAbove = (name: string): string[] => {
	const parts = name.split('/').slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index).join('/'));
};

test('folders that lie beside each other do not import each other in a circle, types included', (t) => {
	const wrong: string[] = [];
	for (const parent of new Set(sources.flatMap((name) => foldersAbove(name)))) {
		const next = new Map<string, Set<string>>();
		// A test double may import anything.
		for (const name of sources.filter((file) => folderOf(file) !== 'testing')) {
			const from = siblingOf(parent, name);
			for (const {target} of from === undefined ? [] : (imports.get(name) ?? [])) {
				const to = siblingOf(parent, target);
				if (from !== undefined && to !== undefined && to !== from) {
					next.set(from, (next.get(from) ?? new Set()).add(to));
				}
			}
		}

		wrong.push(...cyclesOf(next.keys(), (folder) => next.get(folder) ?? []).map((cycle) => `${parent}: ${cycle}`));
	}

	t.deepEqual(wrong, []);
});

const simulated = new Set([
	'kernel',
	'cel',
	'cel/kubernetes',
	'client',
	'go',
	'objects',
	'registry',
	'etcd',
	'apiserver',
	'controllers',
	'scheduler',
	'kubelet',
	'containerd',
	'machine',
	'cri',
	'host',
	'node',
	'network',
	'kubectl',
	'debugger',
]);

test('simulated code has no clock, randomness, timers or promises but the kernel’s', (t) => {
	const forbidden =
		/\bMath\.random\b|\bDate\.now\b|\bnew Date\b|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|\bqueueMicrotask\b|\basync\b|\bPromise\b|\bawait\b|\bperformance\.now\b|\brandomUUID\b|\brandomBytes\b|\bprocess\.(?:env|hrtime|nextTick)\b/;
	const wrong = [];
	for (const name of sources.filter((file) => simulated.has(folderOf(file)))) {
		const code = readFileSync(path.join(root, name), 'utf8')
			.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
			.split('\n');
		for (const [index, line] of code.entries()) {
			const bare = line.replace(/\/\/.*$/, '').replaceAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
			if (forbidden.test(bare)) {
				wrong.push(`${name}:${index + 1} ${line.trim()}`);
			}
		}
	}

	t.deepEqual(wrong, []);
});

test('simulated code imports nothing of Node: it runs in a page as well', (t) => {
	t.deepEqual(
		sources.filter(
			(name) =>
				simulated.has(folderOf(name)) &&
				// The files of the package on disk; a page has another module in its place.
				name !== 'kernel/node-platform.ts' &&
				/(?:from|import\() ?'node:/.test(readFileSync(path.join(root, name), 'utf8')),
		),
		[],
	);
});

test('only the page knows a document', (t) => {
	t.deepEqual(
		sources.filter(
			(name) =>
				!['web', 'testing'].includes(folderOf(name)) &&
				/(?<![\w.'"`/-])(?:document\.(?:body|createElement|getElementById|querySelector)|window\.(?:addEventListener|location|matchMedia)|localStorage\.|navigator\.)/.test(
					readFileSync(path.join(root, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
				),
		),
		[],
	);
});

test('only the kernel makes waits; a routine asks for them through yield*', (t) => {
	const wrong = [];
	for (const name of sources.filter((file) => simulated.has(folderOf(file)) && folderOf(file) !== 'kernel')) {
		const text = readFileSync(path.join(root, name), 'utf8');
		if (/\byield\s*\(?\s*\{\s*kind:|\bimport\b[^;]*\bWait\b[^;]*routine\.js/.test(text)) {
			wrong.push(name);
		}
	}

	t.deepEqual(wrong, []);
});

test('stops are noted by stages/note.ts, which knows the facts of each stage', (t) => {
	t.deepEqual(
		sources.filter(
			(name) =>
				!['kernel', 'stages', 'testing'].includes(folderOf(name)) &&
				/import \{[^}]*\b(?:note|frame)\b[^}]*\} from '[./]*\/kernel\/routine\.js'/.test(
					readFileSync(path.join(root, name), 'utf8'),
				),
		),
		[],
	);
});

test('the kernel and the debugger know no word of Kubernetes', (t) => {
	const wrong = [];
	for (const name of sources.filter((file) => ['kernel', 'debugger'].includes(folderOf(file)))) {
		const code = readFileSync(path.join(root, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
		if (/\b(?:pod|kubelet|namespace|deployment|apiserver)s?\b/i.test(code)) {
			wrong.push(name);
		}
	}

	t.deepEqual(wrong, []);
});

test('test doubles lie in testing/, and only tests import them', (t) => {
	t.deepEqual(
		files.filter((name) => folderOf(name) !== 'testing' && /(?:^|\/)(?:fake|mock|stub|tiny)-[^/]+$/.test(name)),
		[],
	);
	t.deepEqual(
		sources.filter(
			(name) => folderOf(name) !== 'testing' && imports.get(name)?.some(({target}) => folderOf(target) === 'testing'),
		),
		[],
	);
});

test('CEL itself knows no word of Kubernetes', (t) => {
	const wrong = [];
	for (const name of sources.filter((file) => folderOf(file) === 'cel')) {
		const code = readFileSync(path.join(root, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
		// `namespace` is one of the language's reserved words.
		if (/\b(?:pod|kubelet|kube|kubernetes|k8s|deployment|apiserver|authorizer|quantity|semver)s?\b/i.test(code)) {
			wrong.push(name);
		}
	}

	t.deepEqual(wrong, []);
});

test('Ink is loaded by the terminal alone', (t) => {
	t.deepEqual(
		sources.filter(
			(name) =>
				!['terminal', 'testing'].includes(folderOf(name)) &&
				/from '(?:ink|react|ink-select-input|fullscreen-ink)'/.test(readFileSync(path.join(root, name), 'utf8')),
		),
		[],
	);
});

test('the screen needs no terminal: neither Ink, React nor Node', (t) => {
	t.deepEqual(
		sources.filter(
			(name) =>
				folderOf(name) === 'screen' &&
				/from '(?:ink|react|ink-select-input|node:[\w/]+)'/.test(readFileSync(path.join(root, name), 'utf8')),
		),
		[],
	);
});

test('no file is a box of odds and ends', (t) => {
	t.deepEqual(
		sources.filter((name) => /(?:^|\/)(?:utils?|helpers?|common|types|index|misc)\.tsx?$/.test(name)),
		[],
	);
});

test('what a module remembers for all who call it has a limit', (t) => {
	// Tables that are filled once, when the module is loaded, and a cache that limits itself: it is read too often to build a key each time.
	const others = new Set(['objects/resources.ts', 'build/conformance.ts']);
	const wrong = sources.filter(
		(name) =>
			!others.has(name) &&
			/^(?:export )?(?:const|let) \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set)(?:<.*>)?\(\);/m.test(
				readFileSync(path.join(root, name), 'utf8'),
			),
	);
	// memoised() and RecentMap have one; a WeakMap forgets an object with it.
	t.deepEqual(wrong, []);
});

test('services of a simulation are given at composition, not looked up by its kernel', (t) => {
	t.deepEqual(
		sources.filter((name) => /\bWeakMap<Kernel\b/.test(readFileSync(path.join(root, name), 'utf8'))),
		[],
	);
});

/** Solutions that exist once, each with a pattern that only a second one would match. */
const single: ReadonlyArray<readonly [what: string, home: string, copy: RegExp]> = [
	[
		'isRecord',
		'kernel/record.ts',
		/typeof ([\w.]+) === 'object' && \1 !== null && !Array\.isArray\(\1\)|value is (?:Readonly<)?Record<string, unknown>/,
	],
	[
		'equal and semanticEqual',
		'kernel/equality.ts',
		/JSON\.stringify\([^()]*\) [!=]== JSON\.stringify\(|const (?:\w*[eE]quals?|same|isSame|sameValues?) = \((\w+): unknown, (\w+): unknown\)/,
	],
	['line diffs', 'kernel/line-diff.ts', /@@ -\$|\[i \+ 1\]!?\[j \+ 1\]/],
	['durations', 'go/duration.ts', /\|µs\|ms\||\}m\$\{[^}]*\}s`/],
	['parseCronSchedule', 'objects/cron-schedule.ts', /'jan', 'feb'|'@yearly'/],
];

test('what everybody needs there is once', (t) => {
	const wrong = [];
	for (const name of sources) {
		const code = readFileSync(path.join(root, name), 'utf8');
		for (const [what, home, copy] of single) {
			if (name !== home && copy.test(code)) {
				wrong.push(`${name}: take ${what} from ${home}`);
			}
		}
	}

	t.deepEqual(wrong, []);
});
