import {Kernel} from '../kernel/kernel.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {ResourceName} from '../client/client.js';
import {startControllerManager} from '../controllers/controller-manager.js';
import {FakeApiServer} from './fake-apiserver.js';

/** The smallest world for a test of controllers: a kernel, an apiserver that checks nothing, the controllers named, and a user. */
export const controllersWorld = (...controllers: readonly string[]) => {
	const kernel = new Kernel();
	const server = new FakeApiServer(kernel);
	const user = server.connect('user');
	let commands = 0;
	/** Everything that stopped, in order. */
	const stops: Stop[] = [];
	/** Lets `ms` pass, or what it takes until only periodic work is left. */
	const run = (ms?: number): void => {
		const untilMs = ms === undefined ? undefined : kernel.now + ms;
		for (;;) {
			const stop = untilMs === undefined && kernel.resting ? undefined : kernel.step(untilMs ?? kernel.nextTimeMs);
			if (stop) {
				stops.push(stop);
			} else if (untilMs !== undefined || kernel.resting) {
				return;
			}
		}
	};

	/** Runs commands as a process of their own, and then everything that follows. */
	const command = (start: () => Routine<unknown>): void => {
		kernel.spawn(`user/${++commands}`, 'user', start);
		run();
	};

	const create = (
		resource: ResourceName,
		...objects: ReadonlyArray<{readonly metadata: {readonly name: string; readonly namespace?: string}}>
	): void => {
		command(function* () {
			for (const object of objects) {
				yield* user.create(resource, object.metadata.namespace, object as never);
			}
		});
	};

	/** Texts of the stops of a stage. */
	const told = (stage: string): string[] =>
		stops.filter((stop) => stop.stage === stage).map((stop) => sentenceOf(stop));

	/** Reason and message of the events recorded. */
	const events = (): string[] =>
		stops
			.filter(({stage}) => stage === 'event.record')
			.map(({facts}) => `${String(facts?.['reason'])}: ${String(facts?.['message'])}`);

	startControllerManager(kernel, server.connect, {controllers});
	run();
	return {kernel, server, user, command, create, run, stops, told, events};
};

/** A Deployment named web, as the apiserver would default it. */
export const webDeployment = (replicas: number, spec: object = {}) => ({
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', namespace: 'default'},
	spec: {
		replicas,
		progressDeadlineSeconds: 600,
		revisionHistoryLimit: 10,
		strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '25%', maxUnavailable: '25%'}},
		selector: {matchLabels: {app: 'web'}},
		template: webTemplate('nginx:1.27'),
		...spec,
	},
});

export const webTemplate = (image: string) => ({
	metadata: {labels: {app: 'web'}},
	spec: {containers: [{name: 'main', image}]},
});

/** A ReplicaSet named web. */
export const webReplicaSet = (replicas: number, name = 'web') => ({
	apiVersion: 'apps/v1',
	kind: 'ReplicaSet',
	metadata: {name, namespace: 'default'},
	spec: {replicas, selector: {matchLabels: {app: 'web'}}, template: webTemplate('nginx:1.27')},
});

/** A Pod with the labels of web. */
export const webPod = (
	name: string,
	rest: {readonly metadata?: object; readonly spec?: object; readonly status?: object} = {},
) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default', labels: {app: 'web'}, ...rest.metadata},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}], ...rest.spec},
	status: {phase: 'Pending', ...rest.status},
});

/** The status of a Pod that runs and is ready. */
export const readyStatus = (podIP = '10.244.0.1') => ({
	phase: 'Running',
	podIP,
	podIPs: [{ip: podIP}],
	conditions: [{type: 'Ready', status: 'True', lastTransitionTime: '2025-12-31T00:00:00Z'}],
});
