import {dump as yamlOf} from 'js-yaml';
import {createCluster} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import {dumpOf} from '../../dump/dump.js';
import {readDumpText} from '../../dump/read-dump.js';
import {scenarioOfDump} from '../../dump/scenario-of-dump.js';
import {completeScenario} from '../../scenario/scenario.js';
import {cpuMs, digits, figure, type Print} from './measure.js';
import {runPods, startedCluster} from './world.js';

const pods = 5000;
const nodes = 200;

/** All objects of a cluster, as kubectl would list them. */
const listOfAll = (): unknown => {
	const recording = startedCluster(nodes);
	runPods(recording, {pods, service: true});
	const {ledger} = recording.kernel;
	return {apiVersion: 'v1', items: ledger.keys('/registry/').map((key) => ledger.read(key)), kind: 'List'};
};

/** Reads a dump, and runs the cluster to rest. @returns how many stops that takes */
const loaded = (text: string): number => {
	const {scenario} = scenarioOfDump(completeScenario(), dumpOf(readDumpText({file: 'dump', text, isFound: false})));
	const recording = new Recording(scenario, createCluster);
	while (recording.extend(60_000, true)) {
		// The start of the control plane; the nodes continue.
	}

	return recording.stops.length;
};

/** From the text of a dump to a cluster at rest. */
export const measureDump = (print: Print, unitMs: number): void => {
	print(`A dump of ${pods} Pods on ${nodes} nodes, from text to a cluster at rest; CPU time`);
	const list = listOfAll();
	const texts: ReadonlyArray<readonly [string, string, number]> = [
		['JSON', JSON.stringify(list, undefined, 4), 15_000],
		['YAML', yamlOf(list, {noRefs: true}), 20_000],
	];
	for (const [format, text, budget] of texts) {
		const {ms, result: stops} = cpuMs(() => loaded(text));
		print(
			figure(
				`  ${format}, ${digits(text.length / 1_000_000)} MB`,
				ms,
				'ms',
				budget,
				`${digits(ms / unitMs)} × JSON, ${digits(stops / pods)} stops a Pod`,
			),
		);
	}
};
