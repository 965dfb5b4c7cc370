import {existsSync} from 'node:fs';
import path from 'node:path';
import {courseFolder} from '../../lessons/course.js';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';
import type {ExperimentWords} from './experiment.js';
import {shipped} from './words.js';

/** An experiment that comes with the program. */
interface ShippedExperiment {
	readonly files: readonly string[];
	readonly scenario: Scenario;
	readonly words: ExperimentWords;
}

const lesson = (name: string, file: string): string => path.join(courseFolder, name, file);

const shippedExperiments: Readonly<Record<(typeof shipped)[number][0], ShippedExperiment>> = {
	deletion: {
		files: [lesson('22-deletion-and-dropped-requests', 'shop.yaml')],
		// What a run does not need, it need not start.
		scenario: completeScenario({nodes: [{name: 'node-a'}, {name: 'node-b'}], csiDrivers: []}),
		words: {
			vary: [
				'deployment/shop spec.template.spec.containers[0].lifecycle.preStop.sleep.seconds=0..5',
				'kube-proxy.sync=0..2000',
				'pause=0..1000',
			],
			traffic: 'shop.default.svc.cluster.local:80 50ms',
			// The Pod of one node: the name of the Pod differs from run to run.
			commands: ['delete pod -l app=shop --field-selector=spec.nodeName=node-a'],
			ask: ['requests lost', 'time to Ready'],
		},
	},
};

/** The experiment that a word names, unless it names a file. */
export const shippedExperiment = (words: readonly string[]): ShippedExperiment | undefined => {
	const name = words.length === 1 ? shipped.map(([one]) => one).find((one) => one === words[0]) : undefined;
	return name === undefined || existsSync(name) ? undefined : shippedExperiments[name];
};
