import {parseArgs} from 'node:util';
import {measureApiServer} from './bench/apiserver.js';
import {measureGrowth, measurePods} from './bench/pods.js';
import {measureScreen} from './bench/screen.js';
import {measureStartUp} from './bench/start-up.js';

// npm run bench -- [--10000] [--only pods,apiserver,start-up]
// Prints what the budgets are about, each figure beside its budget, as ✓ or ✗. CPU time where nothing else is said; medians, with how often it was measured.
const {values} = parseArgs({
	options: {10_000: {type: 'boolean', default: false}, only: {type: 'string', default: 'pods,apiserver,start-up'}},
});
const parts = values.only.split(',');

const print = (line: string): void => {
	console.log(line);
};

if (parts.includes('apiserver')) {
	measureApiServer(print);
}

if (parts.includes('pods')) {
	measureScreen(print, measurePods(print));
	if (values[10_000]) {
		measureGrowth(print);
	}
}

if (parts.includes('start-up')) {
	await measureStartUp(print);
}
