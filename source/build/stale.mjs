// Removes from `dist` the compiled files whose source no longer exists, so that a build can keep the others:
// the compiler then compiles only the sources that changed, and AVA finds no test of a deleted file.
import {existsSync, readdirSync, rmSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** What the bundler writes, and the tests that share processes: no source has their names. The next build or test run writes them anew. */
const written = ['bundle', 'imported', 'types', 'sets'];
for (const folder of written) {
	rmSync(path.join(dist, folder), {recursive: true, force: true});
}

const compiled = existsSync(dist)
	? readdirSync(dist, {recursive: true, encoding: 'utf8'}).filter((name) => /\.(?:js|d\.ts)(?:\.map)?$/.test(name))
	: [];
const stale = compiled.filter((name) => {
	const source = path.join(root, 'source', name.replace(/\.(?:js|d\.ts)(?:\.map)?$/, ''));
	return !existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`);
});
for (const name of stale) {
	rmSync(path.join(dist, name));
}

// The program and its tests are compiled by two configurations, each with notes of its own on what it has written. A source that comes back
// must not be in the notes of one that did not run while it was away.
if (stale.length > 0) {
	for (const notes of ['.tsbuildinfo', '.tsbuildinfo-build']) {
		rmSync(path.join(dist, notes), {force: true});
	}
}
