import {Random} from '../../kernel/random.js';
import {languageNameOf} from '../../stages/language-names.js';
import {drillLesson, type Drill} from './drills.js';
import {customer, faults} from './faults.js';
import type {DrillFile} from './format.js';
import {healthyApp, manifestOf, type HealthyApp} from './healthy-app.js';
import {faultWords} from './words/words.js';

const target = ({name}: HealthyApp): string => `${name}.default.svc.cluster.local:80`;

/** Healthy: every Pod of the newest template is ready, and a new client gets an answer to each request. */
const healthy = ({name, replicas, nodes: [node = '']}: HealthyApp): Pick<DrillFile, 'expect' | 'trial'> => ({
	expect: [
		{
			object: `deployment/${name}`,
			cel: `object.status.observedGeneration == object.metadata.generation && object.spec.replicas == ${replicas} && object.status.replicas == ${replicas} && object.status.updatedReplicas == ${replicas} && object.status.readyReplicas == ${replicas}`,
		},
	],
	trial: {
		do: [
			{traffic: {name: 'trial', node, target: `${name}.default.svc.cluster.local:80`, everyMs: 100}},
			{runTo: {object: '/network/traffic/trial', cel: 'object.sent >= 20'}},
		],
		expect: [
			{
				object: '/network/traffic/trial',
				cel: 'object.answered >= 18 && object.refused + object.reset + object.timedOut + object.failed == 0',
			},
		],
	},
});

/**
The drill that a number makes of one of the {@link faults}: a healthy application with a fault; the repair removes it.

@param language of its texts, as the user names it: `zh`
*/
export const faultyApp = (seed: number, index: number, language = 'en'): Drill => {
	const app = healthyApp(seed);
	const fault = faults[index]?.(app);
	if (!fault) {
		throw new RangeError(`there is no fault ${index}`);
	}

	const [cause, symptom] = fault.chain;
	const told = languageNameOf(language);
	const words = faultWords(told);
	const file: DrillFile = {
		...words.faults[fault.fault](app),
		level: fault.level,
		cluster: {seed, nodes: app.nodes.map((name) => ({name}))},
		files: {[`${app.name}.yaml`]: manifestOf(app)},
		fault: [
			{kubectl: `apply -f ${app.name}.yaml`},
			{runTo: {rest: true}},
			{traffic: {name: 'customer', node: app.nodes[0], target: target(app), everyMs: 2000}},
			{runTo: {object: customer, cel: 'object.answered >= 1'}},
			...fault.breaks,
			{runTo: fault.atOnce ? {object: customer, cel: 'object.sent > 0'} : symptom},
			// The stop of a lost request reveals the reason: the drill opens after it.
			...(symptom.stage === 'traffic.lost' ? [{runTo: {stage: 'etcd.txn', object: 'lease/*'}}] : []),
		],
		...healthy(app),
		solutions: [{says: words.repair, do: fault.repairs}],
		not: [
			{
				says: words.inVain,
				do: [{kubectl: `rollout restart deployment ${app.name}`}],
			},
		],
		chain: [{at: cause}, {at: symptom}],
	};
	const name = `random-${seed}`;
	const drill = drillLesson(file, name, name, () => ({file: name, line: 1, column: 1}));
	return told === 'en' ? drill : {...drill, language: told};
};

/** The drill for a number: equal numbers give equal drills. @param language of its texts */
export const randomDrill = (seed: number, language?: string): Drill =>
	faultyApp(seed, new Random(seed, 'fault').below(faults.length), language);
