import {check} from '../../commands/check/check.js';
import {mostStopsOfCheck} from '../../commands/check/flags.js';
import type {Report} from '../../commands/check/report.js';
import {completeScenario} from '../../scenario/scenario.js';
import type {Order} from './order.js';

/** Does long work, in the thread that has time for it. @param progress hears how many files are done */
export const carryOut = (order: Order, progress: (done: number, all: number) => void): Promise<Report> =>
	check({
		files: Object.entries(order.check).map(([file, text]) => ({file, text, isFound: false})),
		scenario: completeScenario(),
		how: {},
		language: order.language,
		mostStops: mostStopsOfCheck,
		...(order.threads === undefined ? {} : {jobs: order.threads}),
		progress,
	});
