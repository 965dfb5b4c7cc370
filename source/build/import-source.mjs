// Imports a module of the sources into a script of the build, with all that it imports: nothing has been compiled yet.
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

const root = path.join(import.meta.dirname, '../..');

/**
Bundles modules of ours into `dist/imported/`, and imports them. Modules that several of them import are there once.

@param modules paths from `source/`
@returns the exports of all
*/
export const importSource = async (...modules) => {
	const outdir = path.join(root, 'dist/imported', modules.join('-').replaceAll(/\W/g, '-'));
	await build({
		entryPoints: modules.map((module) => ({in: path.join(root, 'source', module), out: module})),
		outdir,
		bundle: true,
		splitting: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		target: 'node20.19',
		logLevel: 'warning',
	});
	const exported = await Promise.all(
		modules.map((module) => import(pathToFileURL(path.join(outdir, `${module}.js`)).href)),
	);
	return Object.assign({}, ...exported);
};
