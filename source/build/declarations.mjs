// Puts the declarations of the library's door into a folder of their own: those that it needs, of all that tsc writes beside the modules.
//
//   node source/build/declarations.mjs       after tsc; writes dist/types/. build/bundle.mjs does it, too.
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../../dist');

/** Modules that a declaration names, relative to its own folder. */
const namedIn = (text) =>
	[...text.matchAll(/(?:from|import\()\s*['"](?<target>\.{1,2}\/[^'"]+)\.js['"]/g)].map(({groups}) => groups.target);

/** Copies the declarations of a module, and of all that it names. @param entry without `.d.ts`, from `dist/` */
export const copyDeclarations = (entry) => {
	const folder = path.join(dist, 'types');
	rmSync(folder, {recursive: true, force: true});
	const needed = new Set([entry]);
	for (const name of needed) {
		const text = readFileSync(path.join(dist, `${name}.d.ts`), 'utf8');
		for (const target of namedIn(text)) {
			needed.add(path.posix.join(path.posix.dirname(name), target));
		}

		const file = path.join(folder, `${name}.d.ts`);
		mkdirSync(path.dirname(file), {recursive: true});
		writeFileSync(file, text);
	}
};

if (process.argv[1] === import.meta.filename) {
	copyDeclarations('library/library');
}
