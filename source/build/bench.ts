import {measureApiServer} from './bench/apiserver.js';
import {measureCheck} from './bench/check.js';
import {measureCompare} from './bench/compare.js';
import {measureDump} from './bench/dump.js';
import {measureLibrary} from './bench/library.js';
import {measureKeys} from './bench/keys.js';
import {digits, roundTripsMs} from './bench/measure.js';
import {measureGrowth, measureNodes, measurePods} from './bench/pods.js';
import {measureScheduler} from './bench/scheduler.js';
import {measureScreen} from './bench/screen.js';
import {measureServe} from './bench/serve.js';
import {measureStartUp} from './bench/start-up.js';
import {measureTraces} from './bench/trace.js';
import {scriptFlags} from './script-flags.js';

const all = [
	'pods',
	'nodes',
	'scheduler',
	'apiserver',
	'serve',
	'start-up',
	'keys',
	'library',
	'dump',
	'compare',
	'check',
	'trace',
];
const {values, wrong} = scriptFlags({
	usage: `npm run bench -- [--10000] [--only ${all.join(',')}]

Prints what the budgets are about, each figure next to its budget, as ✓ or ✗.
CPU time unless stated otherwise; medians, with the number of measurements.`,
	options: {
		10_000: {type: 'boolean', default: false},
		only: {type: 'string', default: all.join(',')},
	},
});
const parts = values.only.split(',');
const unknown = parts.find((part) => !all.includes(part));
if (unknown !== undefined) {
	wrong(`--only: there is no "${unknown}"`);
}

const print = (line: string): void => {
	console.log(line);
};

const unitMs = roundTripsMs();
print(
	`JSON: 100,000 round trips of a Pod take ${digits(unitMs)} ms on Node ${process.versions.node} here; "× JSON" is a multiple of that`,
);
if (parts.includes('apiserver')) {
	measureApiServer(print, unitMs);
}

if (parts.includes('pods')) {
	measureScreen(print, measurePods(print, unitMs));
	if (values[10_000]) {
		measureGrowth(print, unitMs);
	}
}

if (parts.includes('nodes')) {
	measureNodes(print, unitMs);
}

if (parts.includes('scheduler')) {
	measureScheduler(print, unitMs);
}

if (parts.includes('serve')) {
	await measureServe(print, unitMs);
}

if (parts.includes('library')) {
	measureLibrary(print);
}

if (parts.includes('start-up')) {
	await measureStartUp(print);
}

if (parts.includes('keys')) {
	await measureKeys(print);
}

if (parts.includes('dump')) {
	measureDump(print, unitMs);
}

if (parts.includes('compare')) {
	measureCompare(print, unitMs);
}

if (parts.includes('check')) {
	measureCheck(print);
}

if (parts.includes('trace')) {
	measureTraces(print, values[10_000]);
}

print(`JSON at the end: ${digits(roundTripsMs())} ms`);
