import type {Random} from '../../kernel/random.js';
import * as manifests from './manifests.js';

/** A kubectl command of a campaign. The final state that all commands ask for does not depend on timing. */
export interface Command {
	/** The command line, without the word kubectl. */
	readonly kubectl: string;
	readonly files?: Readonly<Record<string, string>>;
	/** The time after it, in virtual milliseconds, with periodic work. */
	readonly passMs?: number;
}

/** Something that a campaign applies, changes and deletes. */
interface Workload {
	readonly resource: string;
	readonly name: string;
	readonly manifest: (name: string, random: Random) => string;
	/** Whether it is deleted before it is created again, because most of its fields are immutable. */
	readonly isFixed?: true;
	/** Further commands for it, without the word kubectl. */
	readonly commands?: (name: string, random: Random) => readonly string[];
	/** The command that deletes it, if not `kubectl delete`. */
	readonly end?: (name: string) => string;
}

const {pick} = manifests;

const scale = (resource: string) => (name: string, random: Random) =>
	`scale ${resource} ${name} --replicas=${random.below(4)}`;
const forced = (name: string, label: string): readonly string[] => [
	`delete pods -l ${label}=${name} --wait=false`,
	`delete pods -l ${label}=${name} --force --grace-period=0`,
];
const rollout = (resource: string) => (name: string, random: Random) => [
	...forced(name, 'app'),
	`set image ${resource}/${name} main=nginx:1.${26 + random.below(3)}`,
	`rollout restart ${resource}/${name}`,
	scale(resource)(name, random),
];
const drain = (name: string): readonly string[] => [
	`drain node-a --pod-selector=app=${name} --ignore-daemonsets --delete-emptydir-data --timeout=120s`,
];

/** Every kind of workload that a campaign knows. */
const workloads: readonly [Workload, ...Workload[]] = [
	{resource: 'deployment', name: 'web', manifest: manifests.deployment, commands: rollout('deployment')},
	{resource: 'deployment', name: 'shop', manifest: manifests.deployment, commands: rollout('deployment')},
	{resource: 'statefulset', name: 'store', manifest: manifests.statefulSet, commands: rollout('statefulset')},
	{
		resource: 'statefulset',
		name: 'vault',
		manifest: manifests.statefulSetWithClaims,
		commands: (name, random) => [...forced(name, 'app'), scale('statefulset')(name, random)],
	},
	{
		resource: 'daemonset',
		name: 'agent',
		manifest: manifests.daemonSet,
		commands: (name) => [...forced(name, 'app'), `rollout restart daemonset/${name}`],
	},
	{
		resource: 'job',
		name: 'sum',
		manifest: manifests.job,
		isFixed: true,
		commands: (name) => forced(name, 'job-name').slice(0, 1),
	},
	{
		resource: 'cronjob',
		name: 'tick',
		manifest: manifests.cronJob,
		commands: (name, random) => [`create job ${name}-${random.below(2)} --from=cronjob/${name}`],
	},
	{
		resource: 'pod',
		name: 'lone',
		manifest: manifests.pod,
		isFixed: true,
		commands: (name) => [`label pod ${name} touched=yes --overwrite`],
	},
	{resource: 'deployment', name: 'guarded', manifest: manifests.guarded, commands: drain},
	{resource: 'deployment', name: 'auto', manifest: manifests.autoscaled},
	{resource: 'resourcequota', name: 'limits', manifest: manifests.quota},
	{
		resource: 'configmap',
		name: 'held',
		manifest: manifests.held,
		commands: (name) => [
			`annotate configmap ${name} touched=yes --overwrite`,
			`delete configmap ${name} --wait=false --ignore-not-found`,
		],
		end: (name) => `patch configmap ${name} --type=merge -p '{"metadata":{"finalizers":null}}'`,
	},
	{resource: 'namespace', name: 'team', manifest: manifests.namespace, isFixed: true},
	{resource: 'deployment', name: 'lesser', manifest: manifests.lesser, commands: (name) => forced(name, 'app')},
	{resource: 'deployment', name: 'greater', manifest: manifests.greater, commands: (name) => forced(name, 'app')},
];

const deletion = ({resource, name, end}: Workload, random: Random): string => {
	const cascade = pick(random, 'background', 'foreground', ...(resource === 'job' ? ['orphan'] : []));
	return end?.(name) ?? `delete ${resource} ${name} --cascade=${cascade} --wait=false --ignore-not-found`;
};

/** The next manifest of a StatefulSet with the policy of the first one: a manifest that changes it is refused. */
const withPolicyOf = (first: string, next: string): string => {
	const policy = /^ {2}podManagementPolicy: .*\n/m;
	return next.replace(policy, '').replace('  selector:', `${policy.exec(first)?.[0] ?? ''}  selector:`);
};

/** @param begun names of the applied and not yet deleted workloads, with the first manifest of each. */
const commandFor = (random: Random, begun: Map<string, string>): readonly Command[] => {
	const known = workloads.filter(({name}) => begun.has(name));
	// Existing objects are more interesting than possible ones.
	const choices = known.length > 0 && random.below(3) > 0 ? known : workloads;
	const workload = choices[random.below(choices.length)] ?? workloads[0];
	const {name, manifest, isFixed, commands} = workload;
	const apply = (text: string): readonly Command[] => [{kubectl: 'apply -f all.yaml', files: {'all.yaml': text}}];
	const first = begun.get(name);
	if (first === undefined) {
		const text = manifest(name, random);
		begun.set(name, text);
		return apply(text);
	}

	const others = commands?.(name, random) ?? [];
	const choice = random.below(others.length + 2);
	const other = others[choice - 2];
	if (other !== undefined) {
		// A node that stays closed would leave the place of Pods to chance.
		return other.startsWith('drain') ? [{kubectl: other}, {kubectl: 'uncordon node-a'}] : [{kubectl: other}];
	}

	if (choice > 0 && !isFixed) {
		return apply(withPolicyOf(first, manifest(name, random)));
	}

	begun.delete(name);
	return [{kubectl: deletion(workload, random)}];
};

/** Some random commands, each one allowed in any state. */
export const commandsOf = (random: Random, count: number): readonly Command[] => {
	const begun = new Map<string, string>();
	return Array.from({length: count}, () => commandFor(random, begun)).flat();
};
