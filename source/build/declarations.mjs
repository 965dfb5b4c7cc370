// Puts the declarations of the library's door into a folder of their own: those that it needs, of all that tsc writes beside the modules,
// and those of packages that they name. The published package has no dependencies, so its types may not need one either.
//
//   node source/build/declarations.mjs       after tsc; writes dist/types/
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const types = path.join(dist, 'types');

/** A statement that names a module, or a type of one: not an example in a docstring. */
const named = /(?<before>^(?:import|export)\b[^;'"]*? from ['"]|\bimport\(['"])(?<target>[^'"]+)(?<after>['"])/gm;

/** Declarations behind the library's own: editors rarely show their comments, which are a quarter of the declarations. */
const behind =
	/^(?:node_modules|dist\/(?:apiserver|commands\/words|controllers|debugger|diagnosis|kernel|kubectl|screen|stages))\//;

const withoutComments = (text) => text.replaceAll(/[ \t]*\/\*\*[\s\S]*?\*\/\n?/g, '');

/** Where a package's declarations begin. @returns the path without `.d.ts`, from the root of the checkout */
const entryOf = (name) => {
	const folder = path.posix.join('node_modules', name);
	const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
	const entry = manifest.types ?? manifest.exports?.['.']?.types ?? manifest.main;
	return path.posix.join(folder, entry.replace(/(?:\.d\.ts|\.js)$/, ''));
};

/** Where a declaration goes below `dist/types/`: a package's into a folder with its name. @param file without `.d.ts`, from the root */
const placeOf = (file) => file.replace(/^(?:dist|node_modules)\//, '');

/** Copies the declarations of modules, and of all that they name. @param entries without `.d.ts`, from `dist/` */
const copyDeclarations = (...entries) => {
	rmSync(types, {recursive: true, force: true});
	const needed = new Set(entries.map((entry) => path.posix.join('dist', entry)));
	for (const file of needed) {
		const moved = (whole, ...rest) => {
			const {before, target, after} = rest.at(-1);
			if (target.startsWith('node:')) {
				return whole;
			}

			const declared = target.startsWith('.')
				? path.posix.join(path.posix.dirname(file), target.replace(/\.js$/, ''))
				: entryOf(target);
			needed.add(declared);
			const relative = path.posix.relative(path.posix.dirname(placeOf(file)), placeOf(declared));
			return `${before}${relative.startsWith('.') ? relative : `./${relative}`}.js${after}`;
		};

		const text = readFileSync(path.join(root, `${file}.d.ts`), 'utf8').replaceAll(named, moved);
		const copy = path.join(types, `${placeOf(file)}.d.ts`);
		mkdirSync(path.dirname(copy), {recursive: true});
		writeFileSync(copy, behind.test(file) ? withoutComments(text) : text);
	}
};

copyDeclarations('library/library', 'web/cluster');
