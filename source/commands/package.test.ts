import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest: {
	readonly files: readonly string[];
	readonly bin: Readonly<Record<string, string>>;
	readonly exports: {readonly '.': Readonly<Record<string, string>>};
} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const {files, bin, exports} = manifest;

const bundle = path.join(root, 'dist/bundle');
const chunks = new Map(
	readdirSync(bundle)
		.filter((name) => name.endsWith('.js'))
		.map((name) => [name, readFileSync(path.join(bundle, name), 'utf8')]),
);

/** Modules that Ink loads only if its developers set DEV=true. */
const optional = ['react-devtools-core'];

const importsOf = (source: string): readonly string[] =>
	[...source.matchAll(/(?<=^|[;}\n])(?:import|export)\b[^;'"()]*['"]([^'"\n]+)['"];/g)].map(
		([, target = '']) => target,
	);

/** Whether a file exists and is in the package. */
const isPacked = (file: string): boolean =>
	existsSync(path.join(root, file)) && files.some((packed) => file === packed || file.startsWith(`${packed}/`));

/** The modules in each chunk, by their paths: the build lists them outside the package. */
const modulesOf: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries<readonly string[]>(JSON.parse(readFileSync(path.join(root, 'dist/modules-of-chunks.json'), 'utf8'))),
);

const modulesIn = (chunk: string): readonly string[] => modulesOf.get(chunk) ?? [];

test('everything that is packed exists, and the program is in it', (t) => {
	t.deepEqual(
		files.filter((name) => !existsSync(path.join(root, name.replace(/\/\*\.md$/, '')))),
		[],
	);
	t.deepEqual(bin, {
		'k8s-walkthrough': 'dist/bundle/cli.js',
		// The entry of `kubectl walkthrough`.
		'kubectl-walkthrough': 'dist/bundle/cli.js',
	});
	for (const file of Object.values(exports['.'])) {
		t.true(existsSync(path.join(root, file)) && files.some((folder) => file.startsWith(`./${folder}/`)), file);
	}

	t.true(chunks.has('cli.js'));
});

test('the bundle imports nothing but itself and node, and reads nothing but what is packed', (t) => {
	const read = new Set<string>();
	for (const [name, source] of chunks) {
		for (const target of importsOf(source)) {
			t.true(
				/^node:|^[a-z_\d]+(?:\/promises)?$/.test(target) ||
					optional.includes(target) ||
					chunks.has(target.replace('./', '')) ||
					// Pages made by a bundler take the data of the package with them.
					isPacked(path.posix.join('dist/bundle', target)),
				`${name}: ${target}`,
			);
		}

		for (const module of modulesIn(name).filter((one) => one.startsWith('source/'))) {
			const code = readFileSync(path.join(root, module), 'utf8');
			for (const [, data = ''] of code.matchAll(/(?:packageFile|[pP]ackageText)\('([^']+)'\)/g)) {
				read.add(data);
				const packed = [data.replace(/\/$/, ''), `${data}*.md`];
				const unpacked = `facts/${path.basename(data, '.gz')}`;
				t.true(
					data === 'package.json' ||
						packed.some((one) => files.includes(one)) ||
						(data.endsWith('.gz') && existsSync(path.join(bundle, unpacked))),
					`${name} reads ${data}`,
				);
			}
		}

		t.deepEqual(
			modulesIn(name).filter((module) => /^source\/(?:testing|build|pipeline)\//.test(module)),
			[],
			name,
		);
	}

	t.true(read.size > 4, [...read].join(' '));
});

test('the licences of all that is in the bundle come with it', (t) => {
	const licences = readFileSync(path.join(bundle, 'LICENSES.txt'), 'utf8');
	const names = [...modulesOf.values()]
		.flat()
		.flatMap((module) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []);
	t.true(names.includes('ink'));
	for (const name of names) {
		t.true(licences.includes(`\n${name} `), name);
	}

	t.true(licences.includes('\n@kubernetes/client-node '), 'the descriptions of the API are its texts');
	t.regex(licences, /Copyright The Kubernetes Authors/);
});

/** The chunks that are loaded with one, all that they import included. */
const loadedWith = (start: string): ReadonlySet<string> => {
	const seen = new Set([start]);
	for (const name of seen) {
		for (const target of importsOf(chunks.get(name) ?? '')) {
			if (target.startsWith('./')) {
				seen.add(target.slice(2));
			}
		}
	}

	return seen;
};

const chunkWith = (module: string): string =>
	[...modulesOf].find(([, modules]) => modules.includes(`source/${module}.ts`))?.[0] ?? `no chunk has ${module}`;

test('what runs without a screen loads no Ink', (t) => {
	for (const module of [
		'cli',
		'commands/program',
		'commands/trace',
		'commands/replay',
		'commands/lessons',
		'library/cluster',
	]) {
		const start = chunkWith(module);
		t.true(chunks.has(start), start);
		for (const name of loadedWith(start)) {
			t.deepEqual(
				modulesIn(name).filter((one) => /^(?:.*\/)?node_modules\/(?:ink|react|ink-select-input)\//.test(one)),
				[],
				`${module}: ${name}`,
			);
		}
	}
});

test('--version loads next to nothing', (t) => {
	t.true([...loadedWith('cli.js')].reduce((sum, name) => sum + (chunks.get(name)?.length ?? 0), 0) < 10_000);
	t.regex(
		execFileSync(process.execPath, [path.join(bundle, 'cli.js'), '--version'], {encoding: 'utf8'}),
		/^\d+\.\d+\.\d+\n$/,
	);
});

test('the home screen is painted with little loaded', (t) => {
	const loaded = new Set(
		['commands/program', 'terminal/show-app'].flatMap((module) => [...loadedWith(chunkWith(module))]),
	);
	t.true([...loaded].reduce((sum, name) => sum + (chunks.get(name)?.length ?? 0), 0) < 600_000);
});

test('the packed program checks lessons in threads', (t) => {
	const files = ['lessons/01-a-pod/lesson.yaml', 'lessons/chapters.yaml'];
	const words = ['dist/bundle/cli.js', 'lessons', 'check', '--jobs', '2', ...files];
	const out = execFileSync(process.execPath, words, {cwd: root, encoding: 'utf8'});
	t.regex(out, /^✓ 01-a-pod {2}\d+ steps, \d+ stops, fingerprint [\da-f]{16}\n✓ chapters\.yaml\n$/);
});
