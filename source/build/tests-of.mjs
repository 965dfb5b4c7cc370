// Which tests a change concerns: those that import a changed module, directly or by way of others.
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** The compiled module of a source, relative to `dist/`. @param source such as `source/kernel/kernel.ts` */
const compiledOf = (source) => source.replace(/^source\//, '').replace(/\.tsx?$/, '.js');

/** Imports of each module as it was read last: most have not changed when `npm run watch` asks again. */
const known = new Map();

/** Modules that a compiled module imports, relative to `dist/`. The compiler keeps the quotes of a source; `npm run watch` writes double ones. */
const importsOf = (file) => {
	const {mtimeMs} = statSync(path.join(dist, file));
	const before = known.get(file);
	if (before?.mtimeMs === mtimeMs) {
		return before.imports;
	}

	const imports = importsIn(file);
	known.set(file, {mtimeMs, imports});
	return imports;
};

const importsIn = (file) =>
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

const roomOf = (name) => name.split('/')[1];

/** The folder of a module below `source/` or `dist/`. */
const folderOf = (name) => name.split('/').slice(1, -1).join('/');

/** The name of a module without endings: a test has that of what it tests. */
const baseOf = (name) => path.basename(name).replace(/\..*$/, '');

/**
 * Of the tests of a module's room that import it, the nearest: the one with its name beside it, then by imports, by name, in the same folder. A changed test is the nearest to itself.
 * @returns its path, `undefined` if there is none, and those of all tests that import the module
 */
const nearestTo = (module) => {
	const all = distancesOf([module]);
	const isNamed = ({name}) => baseOf(name) === baseOf(module);
	const isBeside = ({name}) => folderOf(name) === folderOf(module);
	const isItsOwn = (test) => isNamed(test) && isBeside(test);
	const [nearest] = all
		.filter(({name}) => roomOf(name) === roomOf(module))
		.sort(
			(a, b) =>
				Number(isItsOwn(b)) - Number(isItsOwn(a)) ||
				a.distance - b.distance ||
				Number(isNamed(b)) - Number(isNamed(a)) ||
				Number(isBeside(b)) - Number(isBeside(a)),
		);
	return {nearest: nearest?.name, all: all.map(({name}) => name)};
};

/**
 * For each changed module the test of its room that is nearest to it: one file answers within seconds.
 * @param changed paths from the root of the checkout
 * @returns these, how many others of their rooms import a changed module, and how many of other rooms
 */
export const nearestOf = (changed) => {
	const rooms = new Set(changed.map((module) => roomOf(module)));
	const found = changed.map((module) => nearestTo(module));
	const chosen = [...new Set(found.flatMap(({nearest}) => nearest ?? []))];
	const all = [...new Set(found.flatMap((one) => one.all))];
	const ofRooms = all.filter((name) => rooms.has(roomOf(name))).length;
	return {chosen, others: ofRooms - chosen.length, elsewhere: all.length - ofRooms};
};
