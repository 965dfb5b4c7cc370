import type {Action} from '../format.js';
import type {Place} from '../place.js';
import type {HealthyApp} from './healthy-app.js';
import type {FaultName} from './words/words.js';

/** A fault of a healthy application, and its repair. */
export interface Fault {
	/** 1 to 3, as in a drill. */
	readonly level: number;
	/** Under which the words of each language have it. */
	readonly fault: FaultName;
	readonly breaks: readonly Action[];
	readonly repairs: readonly Action[];
	/** Whether its symptom appears before the commands that cause it have ended. */
	readonly atOnce?: true;
	/** The stop that is the cause, and the one that shows it. */
	readonly chain: readonly [cause: Place, symptom: Place];
}

/** Ledger key of a client that sends a request every two seconds while the drill lasts. */
export const customer = '/network/traffic/customer';

/** The possible faults. Each depends only on the application, so a number gives the same drill everywhere. */
type FaultOf = (app: HealthyApp) => Fault;

const all = (...lines: readonly string[]): readonly Action[] => lines.map((kubectl) => ({kubectl}));

const container = (name: string, fields: string): string =>
	`patch deployment ${name} -p '{"spec":{"template":{"spec":{"containers":[{"name":"${name}",${fields}}]}}}}'`;

/** All Pods are created again: faults that only concern new Pods appear. */
const renewed = ({name}: HealthyApp): string => `delete pods -l app=${name}`;

const stored = (object: string): Place => ({stage: 'etcd.txn', object});

const lost: Place = {stage: 'traffic.lost'};

const notScheduled: Place = {
	object: 'pod/*',
	cel: 'has(object.status.conditions) && object.status.conditions.exists(c, c.type == "PodScheduled" && c.status == "False")',
};

const waiting = (reason: string): Place => ({
	object: 'pod/*',
	cel: `has(object.status.containerStatuses) && object.status.containerStatuses.exists(c, has(c.state.waiting) && c.state.waiting.reason == "${reason}")`,
});

const refusedPods: Place = {object: 'event/*', cel: 'object.reason == "FailedCreate"'};

const traffic: readonly FaultOf[] = [
	({name}) => ({
		level: 1,
		fault: 'wrongPort',
		breaks: all(`patch service ${name} -p '{"spec":{"ports":[{"port":80,"targetPort":8081}]}}'`),
		repairs: all(`patch service ${name} -p '{"spec":{"ports":[{"port":80,"targetPort":"http"}]}}'`),
		chain: [{...stored(`service/${name}`), cel: 'object.spec.ports[0].targetPort == 8081'}, lost],
	}),
	({name}) => ({
		level: 1,
		fault: 'noEndpoints',
		breaks: all(`patch service ${name} -p '{"spec":{"selector":{"app":"${name}-v2"}}}'`),
		repairs: all(`patch service ${name} -p '{"spec":{"selector":{"app":"${name}"}}}'`),
		chain: [{...stored(`service/${name}`), cel: `object.spec.selector.app == "${name}-v2"`}, lost],
	}),
	({name, replicas}) => ({
		level: 1,
		fault: 'goneQuiet',
		breaks: all(`scale deployment ${name} --replicas=0`),
		repairs: all(`scale deployment ${name} --replicas=${replicas}`),
		chain: [{...stored(`deployment/${name}`), cel: 'object.spec.replicas == 0'}, lost],
	}),
	({name, nodes: [node = '']}) => ({
		level: 3,
		fault: 'staleRules',
		breaks: [{crash: `kube-proxy/${node}`}, ...all(`rollout restart deployment ${name}`)],
		repairs: [{restart: `kube-proxy/${node}`}],
		chain: [{stage: 'fault.crash'}, lost],
	}),
];

const configuration: readonly FaultOf[] = [
	({name, image}) => ({
		level: 1,
		fault: 'missingTag',
		breaks: all(`set image deployment/${name} ${name}=${image.split(':')[0]}:does-not-exist`),
		repairs: all(`set image deployment/${name} ${name}=${image}`),
		chain: [{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'}, waiting('ImagePullBackOff')],
	}),
	({name, setting}) => ({
		level: 2,
		fault: 'missingKey',
		breaks: [
			{kubectl: `patch configmap ${name}-settings --type=json -p '[{"op":"remove","path":"/data/${setting}"}]'`},
			// The kubelet reads it again after a minute.
			{runTo: {object: customer, cel: 'object.sent >= 40'}},
			{kubectl: `rollout restart deployment ${name}`},
		],
		repairs: all(`patch configmap ${name}-settings -p '{"data":{"${setting}":"standard"}}'`),
		chain: [stored(`configmap/${name}-settings`), waiting('CreateContainerConfigError')],
	}),
	({name}) => ({
		level: 2,
		fault: 'wrongProbe',
		breaks: all(container(name, '"readinessProbe":{"httpGet":{"path":"/","port":8081}}')),
		repairs: all(container(name, '"readinessProbe":{"httpGet":{"path":"/","port":"http"}}')),
		chain: [
			{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'},
			{object: 'event/*', cel: 'object.reason == "Unhealthy"'},
		],
	}),
	({name}) => ({
		level: 2,
		fault: 'missingAccount',
		breaks: all(`patch deployment ${name} -p '{"spec":{"template":{"spec":{"serviceAccountName":"robot"}}}}'`),
		repairs: all('create serviceaccount robot'),
		chain: [{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'}, refusedPods],
	}),
];

const room: readonly FaultOf[] = [
	(app) => ({
		level: 1,
		fault: 'cordoned',
		atOnce: true,
		breaks: all(...app.nodes.map((node) => `cordon ${node}`), renewed(app)),
		repairs: all(...app.nodes.map((node) => `uncordon ${node}`)),
		chain: [{object: 'node/*', cel: 'has(object.spec.unschedulable)'}, notScheduled],
	}),
	(app) => ({
		level: 2,
		fault: 'tainted',
		atOnce: true,
		breaks: all('taint nodes --all team=data:NoSchedule', renewed(app)),
		repairs: all('taint nodes --all team-'),
		chain: [{object: 'node/*', cel: 'object.spec.taints.exists(t, t.key == "team")'}, notScheduled],
	}),
	(app) => ({
		level: 1,
		fault: 'tooBig',
		breaks: all(`set resources deployment ${app.name} --requests=cpu=64`),
		repairs: all(`set resources deployment ${app.name} --requests=cpu=100m`),
		chain: [{...stored(`deployment/${app.name}`), cel: 'object.metadata.generation > 1'}, notScheduled],
	}),
	(app) => ({
		level: 2,
		fault: 'noQuota',
		atOnce: true,
		breaks: [
			{kubectl: 'create quota tight --hard=pods=0'},
			// Until its controller has counted, a quota refuses nothing.
			{runTo: {object: 'resourcequota/tight', cel: 'has(object.status) && has(object.status.used)'}},
			{kubectl: renewed(app)},
		],
		repairs: all('delete quota tight'),
		chain: [stored('resourcequota/tight'), refusedPods],
	}),
	(app) => ({
		level: 3,
		fault: 'noScheduler',
		atOnce: true,
		breaks: [{crash: 'kube-scheduler'}, ...all(renewed(app))],
		repairs: [{restart: 'kube-scheduler'}],
		chain: [{stage: 'fault.crash'}, {object: 'pod/*', cel: 'object.status.phase == "Pending"'}],
	}),
];

/** All faults of a healthy application. */
export const faults: readonly FaultOf[] = [...traffic, ...configuration, ...room];
