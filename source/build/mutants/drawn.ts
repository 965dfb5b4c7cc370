import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {Random} from '../../kernel/random.js';
import {changesOf, type DrawnChange} from './operators.js';

const dist = path.join(import.meta.dirname, '../..');

/** Modules below a folder that run in a simulation: no tests, generated tables or texts. */
const modulesIn = (folder: string): readonly string[] =>
	readdirSync(path.join(dist, folder), {recursive: true, encoding: 'utf8'})
		.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.js') && !/\.test\.js$|\.generated\.js$|\/words\/|\/known\//.test(name))
		.sort();

/** Draws small changes of the modules in a folder, each place as likely as any other. The same number draws the same mutants of the same program. */
export const drawChanges = (folder: string, count: number, from: number): readonly DrawnChange[] => {
	const all = modulesIn(folder).flatMap((file) => changesOf(file, readFileSync(path.join(dist, file), 'utf8')));
	const random = new Random(from, folder);
	const left = [...all];
	return Array.from({length: Math.min(count, all.length)}, () => left.splice(random.below(left.length), 1)).flat();
};
