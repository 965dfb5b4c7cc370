import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../source/', import.meta.url));

const files = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.generated.ts'));
const sources = files.filter((name) => !/\.test\.tsx?$/.test(name));

/** A room: the top folder, and CEL's part for Kubernetes by itself. */
const folderOf = (name: string): string =>
	name.startsWith('cel/kubernetes/') ? 'cel/kubernetes' : name.includes('/') ? name.slice(0, name.indexOf('/')) : name;

/** Tools that know nothing of what they are used for: every room may have them. */
const tools = ['kernel/clock.ts', 'kernel/equality.ts', 'kernel/memoised.ts', 'kernel/record.ts'];

/** What each folder may import of ours, beside itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	kernel: [],
	cel: tools,
	debugger: ['kernel', 'cel'],
	go: tools,
	objects: [...tools, 'go'],
	'cel/kubernetes': [...tools, 'cel', 'objects'],
	registry: [...tools, 'cel', 'cel/kubernetes', 'go', 'objects'],
	scenario: [...tools, 'objects', 'go'],
	client: ['kernel', 'objects', 'stages'],
	etcd: ['kernel', 'objects', 'stages'],
	apiserver: ['kernel', 'client', 'objects', 'go', 'registry', 'etcd', 'cel', 'cel/kubernetes', 'stages'],
	controllers: ['kernel', 'client', 'objects', 'registry', 'cel/kubernetes', 'stages'],
	scheduler: ['kernel', 'client', 'objects', 'stages'],
	kubelet: ['kernel', 'client', 'objects', 'registry', 'stages'],
	network: ['kernel', 'client', 'objects', 'stages'],
	kubectl: ['kernel', 'client', 'objects', 'go', 'stages'],
	'cluster.ts': [
		'kernel',
		'client',
		'objects',
		'etcd',
		'apiserver',
		'controllers',
		'scheduler',
		'kubelet',
		'network',
		'kubectl',
		'scenario',
		'debugger',
		'stages',
	],
	lessons: ['stages', 'cluster.ts', 'debugger', 'kernel', 'objects', 'registry', 'scenario'],
	stages: ['kernel', 'objects'],
	invariants: ['kernel', 'debugger', 'objects', 'scenario', 'cluster.ts'],
	pipeline: [],
	diagnosis: ['stages', 'cluster.ts', 'debugger', 'go', 'kernel', 'objects', 'scenario'],
	terminal: ['stages', 'lessons', 'debugger', 'scenario', 'cluster.ts', ...tools],
	serve: ['cluster.ts', 'apiserver', 'client', 'debugger', 'kernel', 'scenario'],
	commands: [
		'serve',
		'stages',
		'cluster.ts',
		'debugger',
		'diagnosis',
		'go',
		'kernel',
		'kubectl',
		'lessons',
		'objects',
		'scenario',
		'terminal',
		'client',
	],
	'cli.ts': ['commands', 'lessons', 'scenario', 'serve', 'terminal'],
	build: [
		'cluster.ts',
		'commands',
		'debugger',
		'kernel',
		'client',
		'objects',
		'etcd',
		'apiserver',
		'controllers',
		'scheduler',
		'kubelet',
		'network',
		'kubectl',
		'lessons',
		'scenario',
		'terminal',
	],
};

/** Imports of our own modules; `import type` may come from anywhere below. */
const importsOf = (name: string): Array<{readonly target: string; readonly typeOnly: boolean}> => {
	const text = readFileSync(path.join(root, name), 'utf8');
	return [...text.matchAll(/^(import|export)( type)? [^;]*?from '(\.[^']+)';|import\('(\.[^']+)'\)/gms)].map(
		(match) => {
			const target = path.posix
				.normalize(path.posix.join(path.posix.dirname(name), (match[3] ?? match[4])!))
				.replace(/\.js$/, '.ts');
			return {target, typeOnly: match[2] !== undefined};
		},
	);
};

test('every folder imports only what its layer allows', (t) => {
	const wrong = [];
	// What stands in for anything in a test may import anything.
	for (const name of sources.filter((file) => folderOf(file) !== 'testing')) {
		const folder = folderOf(name);
		const may = allowed[folder];
		if (!may) {
			wrong.push(`${name}: folder ${folder} has no place in the layout`);
			continue;
		}

		for (const {target, typeOnly} of importsOf(name)) {
			const other = folderOf(target);
			const fine =
				other === folder || may.includes(other) || may.includes(target) || (typeOnly && folder === 'terminal');
			if (!fine) {
				wrong.push(`${name} imports ${target}`);
			}
		}
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
			(name) => folderOf(name) !== 'testing' && importsOf(name).some(({target}) => folderOf(target) === 'testing'),
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

test('no file is a box of odds and ends', (t) => {
	t.deepEqual(
		sources.filter((name) => /(?:^|\/)(?:utils?|helpers?|common|types|index|misc)\.tsx?$/.test(name)),
		[],
	);
});

/** What there is one of, by a piece of code that only a second one would have. */
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
