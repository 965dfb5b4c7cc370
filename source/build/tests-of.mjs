// Which tests a change concerns: those that import a changed module, directly or by way of others.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** The compiled module of a source, relative to `dist/`. @param source such as `source/kernel/kernel.ts` */
const compiledOf = (source) => source.replace(/^source\//, '').replace(/\.tsx?$/, '.js');

/** Modules that a compiled module imports, relative to `dist/`. The compiler keeps the quotes of a source; `npm run watch` writes double ones. */
const importsOf = (file) =>
	[
		...readFileSync(path.join(dist, file), 'utf8').matchAll(
			/^(?:import|export)\b[^;]*?\bfrom ['"](\.[^'"]+)['"];|^import ['"](\.[^'"]+)['"];|\bimport\(['"](\.[^'"]+)['"]\)/gm,
		),
	].map(([, from, plain, later]) => path.posix.join(path.posix.dirname(file), from ?? plain ?? later));

/**
 * The tests that a change concerns, and how far from it they are: 1 imports a changed module, 2 a module that imports one.
 * @param changed paths from the root of the checkout
 * @returns paths of compiled tests from the root, in order
 */
export const distancesOf = (changed) => {
	const importers = new Map();
	const modules = readdirSync(dist, {recursive: true})
		.map((name) => name.replaceAll(path.sep, '/'))
		.filter((name) => name.endsWith('.js') && !/^(?:bundle|sets)\//.test(name));
	for (const module of modules) {
		for (const target of importsOf(module)) {
			importers.set(target, [...(importers.get(target) ?? []), module]);
		}
	}

	const concerned = new Map(
		changed
			.map((name) => compiledOf(name))
			.filter((name) => existsSync(path.join(dist, name)))
			.map((name) => [name, 0]),
	);
	for (const [module, distance] of concerned) {
		for (const importer of importers.get(module) ?? []) {
			if (!concerned.has(importer)) {
				concerned.set(importer, distance + 1);
			}
		}
	}

	return [...concerned]
		.filter(([name]) => name.endsWith('.test.js'))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, distance]) => ({name: `dist/${name}`, distance}));
};

/** The tests that a change concerns, as `distancesOf` has them. */
export const testsOf = (changed) => distancesOf(changed).map(({name}) => name);
