import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {huntBySeeds, survey, surveySeeds} from './mutants/hunt.js';
import {Hunter} from './mutants/hunter.js';
import {drawChanges} from './mutants/drawn.js';
import {RoomTests, testsOfRoom} from './mutants/room-tests.js';
import {scriptFlags} from './script-flags.js';

const {values, numberOf, wrong} = scriptFlags({
	usage: `npm run mutants:drawn -- --room kubelet [--count 20] [--from 0] [--seeds 4]

Draws small changes of a room's modules, as operators make them, and looks whether the room's own tests find each.
--seeds N also has the campaign try each with N seeds that reach it, where the tests do not find it (0 by default).
Prints what survives with its place, and the score; exit code 1 below 80 %.`,
	options: {
		room: {type: 'string'},
		count: {type: 'string', default: '20'},
		from: {type: 'string', default: '0'},
		seeds: {type: 'string', default: '0'},
	},
});

const room = values.room ?? wrong('--room names a room, or a folder of one, such as registry/validation');
const changes = drawChanges(room, numberOf('count', values.count) ?? 0, numberOf('from', values.from) ?? 0);
const folder = mkdtempSync(path.join(os.tmpdir(), 'drawn-'));
const table = path.join(folder, 'changes.json');
writeFileSync(table, JSON.stringify(changes.map((change, number) => ({...change, number}))));

const files = testsOfRoom(room.split('/')[0] ?? room);
const tests = new RoomTests(table);

const most = numberOf('seeds', values.seeds) ?? 0;
const hunter = new Hunter(-1, table);
const reach = most > 0 ? await survey(hunter, surveySeeds(1)) : new Map<number, readonly number[]>();
const found = {tests: 0, campaign: 0};
for (const [number, {file, mistake}] of changes.entries()) {
	const reaching = await tests.reaching(number, files);
	const failed = await tests.hunt(number, reaching);
	if (failed) {
		found.tests++;
		console.log(`tests     ${file} ${mistake}\n            ${failed.file}: ${failed.title}`);
	} else {
		const {by} = await huntBySeeds(hunter, number, (reach.get(number) ?? []).slice(0, most));
		const reached = `${reaching.length > 0 ? '' : ', not reached by tests'}${most > 0 && !reach.has(number) ? ', not reached by stories' : ''}`;
		found.campaign += by === 'seed' ? 1 : 0;
		console.log(`${by === 'seed' ? 'campaign' : 'SURVIVES'}  ${file} ${mistake}${reached}`);
	}
}

for (const one of tests.leftOut) {
	console.log(`left out, since it fails without a mistake: ${one}`);
}

tests.stop();
hunter.stop();
rmSync(folder, {recursive: true});
const percent = (part: number): string =>
	`${part} of ${changes.length}, ${((100 * part) / changes.length).toFixed(0)} %`;
console.log(
	`${room}: tests find ${percent(found.tests)}${most > 0 ? `; with the campaign ${percent(found.tests + found.campaign)}` : ''}`,
);
process.exitCode = found.tests < 0.8 * changes.length ? 1 : 0;
