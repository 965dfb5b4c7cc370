import type {Action} from '../format.js';
import type {Place} from '../place.js';
import type {HealthyApp} from './healthy-app.js';

/** Something that can go wrong with an application that was well, and how that is taken back. */
export interface Fault {
	/** 1 to 3, as a drill has it. */
	readonly level: number;
	readonly title: string;
	/** What its users see. */
	readonly symptom: string;
	readonly breaks: readonly Action[];
	readonly repairs: readonly Action[];
	/** It shows before the commands that break it have ended. */
	readonly atOnce?: true;
	/** The stop that is the cause, and the one that shows it. */
	readonly chain: readonly [cause: Place, symptom: Place];
	readonly debrief: string;
}

/** Ledger key of a client that sends a request every two seconds while the drill lasts. */
export const customer = '/network/traffic/customer';

/** What can go wrong. Each is a function of the application alone, so that a number makes the same drill everywhere. */
type FaultOf = (app: HealthyApp) => Fault;

const all = (...lines: readonly string[]): readonly Action[] => lines.map((kubectl) => ({kubectl}));

const container = (name: string, fields: string): string =>
	`patch deployment ${name} -p '{"spec":{"template":{"spec":{"containers":[{"name":"${name}",${fields}}]}}}}'`;

/** All Pods are made anew: what only concerns new Pods shows itself. */
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
		title: `${name}: connection refused`,
		symptom: `"Every request to ${name} is refused. Its Pods are Running and Ready."`,
		breaks: all(`patch service ${name} -p '{"spec":{"ports":[{"port":80,"targetPort":8081}]}}'`),
		repairs: all(`patch service ${name} -p '{"spec":{"ports":[{"port":80,"targetPort":"http"}]}}'`),
		chain: [{...stored(`service/${name}`), cel: 'object.spec.ports[0].targetPort == 8081'}, lost],
		debrief: 'The Service sent to a port where nobody listens. targetPort is compared with nothing.',
	}),
	({name}) => ({
		level: 1,
		title: `${name}: a Service without endpoints`,
		symptom: `"Nobody can reach ${name}. Its Pods are Running and Ready."`,
		breaks: all(`patch service ${name} -p '{"spec":{"selector":{"app":"${name}-v2"}}}'`),
		repairs: all(`patch service ${name} -p '{"spec":{"selector":{"app":"${name}"}}}'`),
		chain: [{...stored(`service/${name}`), cel: `object.spec.selector.app == "${name}-v2"`}, lost],
		debrief: 'The Service selected labels that no Pod has, so its slice was empty and every request was refused.',
	}),
	({name, replicas}) => ({
		level: 1,
		title: `${name}: gone quiet`,
		symptom: `"${name} does not answer any more, and kubectl get pods shows none of it."`,
		breaks: all(`scale deployment ${name} --replicas=0`),
		repairs: all(`scale deployment ${name} --replicas=${replicas}`),
		chain: [{...stored(`deployment/${name}`), cel: 'object.spec.replicas == 0'}, lost],
		debrief: 'Somebody had scaled the Deployment to nothing. All that was wanted was there: zero Pods.',
	}),
	({name, nodes: [node = '']}) => ({
		level: 3,
		title: `${name}: well, and yet unreachable`,
		symptom: `"Since the last release of ${name}, requests from ${node} fail. Pods, Service and slice are as they should be."`,
		breaks: [{crash: `kube-proxy/${node}`}, ...all(`rollout restart deployment ${name}`)],
		repairs: [{restart: `kube-proxy/${node}`}],
		chain: [{stage: 'fault.crash'}, lost],
		debrief: `kube-proxy on ${node} was dead, so its rules still led to Pods that the release had replaced.`,
	}),
];

const configuration: readonly FaultOf[] = [
	({name, image}) => ({
		level: 1,
		title: `${name}: a release that does not end`,
		symptom: `"We released ${name} an hour ago. The rollout is still under way, and one Pod is not ready."`,
		breaks: all(`set image deployment/${name} ${name}=${image.split(':')[0]}:does-not-exist`),
		repairs: all(`set image deployment/${name} ${name}=${image}`),
		chain: [{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'}, waiting('ImagePullBackOff')],
		debrief:
			'The new tag does not exist. The old Pods kept serving, because a rolling update takes none away before another is ready.',
	}),
	({name, setting}) => ({
		level: 2,
		title: `${name}: new Pods do not start`,
		symptom: `"After a restart of ${name} a new Pod does not start. The image is the one that runs in the others."`,
		breaks: [
			{kubectl: `patch configmap ${name}-settings --type=json -p '[{"op":"remove","path":"/data/${setting}"}]'`},
			// The kubelet reads it anew after a minute.
			{runTo: {object: customer, cel: 'object.sent >= 40'}},
			{kubectl: `rollout restart deployment ${name}`},
		],
		repairs: all(`patch configmap ${name}-settings -p '{"data":{"${setting}":"standard"}}'`),
		chain: [stored(`configmap/${name}-settings`), waiting('CreateContainerConfigError')],
		debrief: `The key ${setting} had been taken out of the ConfigMap. Containers that run keep the environment they were started with; a new one cannot be created.`,
	}),
	({name}) => ({
		level: 2,
		title: `${name}: Running, never ready`,
		symptom: `"The release of ${name} hangs. Its new Pod is Running, its log is fine, but it is 0/1."`,
		breaks: all(container(name, '"readinessProbe":{"httpGet":{"path":"/","port":8081}}')),
		repairs: all(container(name, '"readinessProbe":{"httpGet":{"path":"/","port":"http"}}')),
		chain: [
			{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'},
			{object: 'event/*', cel: 'object.reason == "Unhealthy"'},
		],
		debrief:
			'The probe asked a port where nobody listens. A readiness probe that fails restarts nothing: the Pod stays Running and gets no traffic.',
	}),
	({name}) => ({
		level: 2,
		title: `${name}: an account that is not there`,
		symptom: `"The new release of ${name} makes no Pod at all. Nothing is Pending; there is simply none."`,
		breaks: all(`patch deployment ${name} -p '{"spec":{"template":{"spec":{"serviceAccountName":"robot"}}}}'`),
		repairs: all('create serviceaccount robot'),
		chain: [{...stored(`deployment/${name}`), cel: 'object.metadata.generation > 1'}, refusedPods],
		debrief:
			'The Pods named a ServiceAccount that does not exist, so admission refused to create them. Such a refusal is an event of the ReplicaSet, not of a Pod.',
	}),
];

const room: readonly FaultOf[] = [
	(app) => ({
		level: 1,
		title: `${app.name}: Pending after maintenance`,
		symptom: `"After the maintenance all Pods of ${app.name} are Pending. All nodes are Ready."`,
		atOnce: true,
		breaks: all(...app.nodes.map((node) => `cordon ${node}`), renewed(app)),
		repairs: all(...app.nodes.map((node) => `uncordon ${node}`)),
		chain: [{object: 'node/*', cel: 'has(object.spec.unschedulable)'}, notScheduled],
		debrief:
			'The nodes were cordoned and nobody had uncordoned them. Ready says that a node works, not that it takes Pods.',
	}),
	(app) => ({
		level: 2,
		title: `${app.name}: nobody tolerates this`,
		symptom: `"All Pods of ${app.name} are Pending since somebody tried something with the nodes."`,
		atOnce: true,
		breaks: all('taint nodes --all team=data:NoSchedule', renewed(app)),
		repairs: all('taint nodes --all team-'),
		chain: [{object: 'node/*', cel: 'object.spec.taints.exists(t, t.key == "team")'}, notScheduled],
		debrief: 'A taint NoSchedule keeps new Pods away; those that ran were left alone, until they were replaced.',
	}),
	(app) => ({
		level: 1,
		title: `${app.name}: too big for any node`,
		symptom: `"The release of ${app.name} hangs with a Pending Pod."`,
		breaks: all(`set resources deployment ${app.name} --requests=cpu=64`),
		repairs: all(`set resources deployment ${app.name} --requests=cpu=100m`),
		chain: [{...stored(`deployment/${app.name}`), cel: 'object.metadata.generation > 1'}, notScheduled],
		debrief: 'The new Pods asked for 64 CPUs, and no node has so many. Requests are counted, not what is used.',
	}),
	(app) => ({
		level: 2,
		title: `${app.name}: none where there should be some`,
		symptom: `"${app.name} should have ${app.replicas} Pods. There is none, and none is Pending."`,
		atOnce: true,
		breaks: [
			{kubectl: 'create quota tight --hard=pods=0'},
			// Until its controller has counted, a quota refuses nothing.
			{runTo: {object: 'resourcequota/tight', cel: 'has(object.status) && has(object.status.used)'}},
			{kubectl: renewed(app)},
		],
		repairs: all('delete quota tight'),
		chain: [stored('resourcequota/tight'), refusedPods],
		debrief:
			'A quota allowed no Pod in the namespace. What it refuses is never created, so nothing is Pending: the ReplicaSet has the event.',
	}),
	(app) => ({
		level: 3,
		title: `${app.name}: Pending, and nobody says why`,
		symptom: `"New Pods of ${app.name} are Pending and have no event at all. There is room on every node."`,
		atOnce: true,
		breaks: [{crash: 'kube-scheduler'}, ...all(renewed(app))],
		repairs: [{restart: 'kube-scheduler'}],
		chain: [{stage: 'fault.crash'}, {object: 'pod/*', cel: 'object.status.phase == "Pending"'}],
		debrief:
			'kube-scheduler was dead. A Pod that cannot be placed has an event that says why; one that nobody looks at has none.',
	}),
];

/** Everything that can go wrong with a healthy application. */
export const faults: readonly FaultOf[] = [...traffic, ...configuration, ...room];
