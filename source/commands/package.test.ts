import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));
const {files} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {files: readonly string[]};

/** A pattern of `files` that takes something out again, as an expression over paths. */
const excluded = files
	.filter((pattern) => pattern.startsWith('!'))
	.map(
		(pattern) =>
			new RegExp(
				`^${pattern.slice(1).replaceAll('.', '\\.').replaceAll('**/', '(?:.+/)?').replaceAll('*', '[^/]*')}(?:/|$)`,
			),
	);
const isPacked = (name: string): boolean => !excluded.some((pattern) => pattern.test(name));

const modules = readdirSync(path.join(root, 'dist'), {recursive: true, encoding: 'utf8'})
	.map((name) => `dist/${name.replaceAll(path.sep, '/')}`)
	.filter((name) => /\.[a-z]+$/.test(name));

test('what is packed imports nothing that is not', (t) => {
	for (const name of modules.filter((one) => one.endsWith('.js') && isPacked(one))) {
		const source = readFileSync(path.join(root, name), 'utf8');
		for (const [, target] of source.matchAll(
			/^(?:import|export)[^;]*?['"](\.[^'"]+)['"];|import\(['"](\.[^'"]+)['"]\)/gm,
		)) {
			const imported = path.posix.join(path.posix.dirname(name), target ?? '');
			t.true(
				target === undefined || (isPacked(imported) && existsSync(path.join(root, imported))),
				`${name} imports ${imported}`,
			);
		}
	}
});

test('no test, map, build code or test double is packed, and what the code reads is', (t) => {
	t.deepEqual(
		modules.filter((name) => isPacked(name) && /\.test\.|\.map$|\/build\/|\/testing\//.test(name)),
		[],
	);
	for (const name of modules.filter((one) => one.endsWith('.js') && isPacked(one))) {
		for (const [, data] of readFileSync(path.join(root, name), 'utf8').matchAll(
			/new URL\(['"]((?:\.\.\/)+(?:snapshots|lessons|package)[^'"]*)['"]/g,
		)) {
			const read = path.posix.join(path.posix.dirname(name), data!).replace(/\/$/, '');
			t.true(
				read === 'package.json' ||
					read === 'lessons' ||
					files.some((pattern) =>
						new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`).test(read),
					),
				`${name} reads ${read}`,
			);
		}
	}
});

test('what runs without a screen loads no Ink', (t) => {
	const seen = new Set<string>();
	const queue = ['cli', 'commands/trace', 'commands/replay', 'commands/lessons', 'commands/manifests'].map(
		(name) => `dist/${name}.js`,
	);
	while (queue.length > 0) {
		const name = queue.pop()!;
		if (seen.has(name)) {
			continue;
		}

		seen.add(name);
		for (const [, target] of readFileSync(path.join(root, name), 'utf8').matchAll(
			/^(?:import|export)[^;]*?['"]([^'"]+)['"];/gm,
		)) {
			t.notRegex(target!, /^(?:ink|react)(?:$|\/|-)/, name);
			if (target!.startsWith('.')) {
				queue.push(path.posix.join(path.posix.dirname(name), target!));
			}
		}
	}

	t.true(seen.size > 300);
});
