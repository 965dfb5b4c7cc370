import {readdirSync} from 'node:fs';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../..');

/** The compiled tests of a room, relative to the folder of the compiled program. */
export const testsOfRoom = (room: string): readonly string[] =>
	readdirSync(path.join(dist, room), {recursive: true, encoding: 'utf8'})
		.map((name) => `${room}/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.test.js'))
		.sort();
