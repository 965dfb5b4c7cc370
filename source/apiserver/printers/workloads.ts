import type {
	Container,
	CronJob,
	DaemonSet,
	Deployment,
	Job,
	PodDisruptionBudget,
	ReplicaSet,
	ReplicationController,
	ControllerRevision,
	PodTemplate,
	StatefulSet,
} from '../../objects/kubernetes.generated.js';
import {formatLabelSelector, formatRequirements, selectorRequirements} from '../../objects/labels.js';
import {groupVersionOf} from '../../objects/resources.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {age, humanDuration, labelText} from './cells.js';
import {ageColumn, nameColumn, register, type Column} from './printers.js';

interface WithTemplate {
	readonly spec: {readonly template?: {readonly spec?: {readonly containers?: readonly Container[]}}};
}

const containersOf = ({spec}: WithTemplate): readonly Container[] => spec.template?.spec?.containers ?? [];

const containers: Column<WithTemplate> = {
	name: 'Containers',
	priority: 1,
	cell: (object) =>
		containersOf(object)
			.map(({name}) => name)
			.join(','),
};
const images: Column<WithTemplate> = {
	name: 'Images',
	priority: 1,
	cell: (object) =>
		containersOf(object)
			.map(({image}) => image)
			.join(','),
};
const selector: Column<{readonly spec: {readonly selector?: object}}> = {
	name: 'Selector',
	priority: 1,
	cell: ({spec}) => formatLabelSelector(spec.selector as Deployment['spec']['selector']),
};
/** As `labels.Selector` writes it: nothing for one that selects nothing. */
const deploymentSelector: Column<Deployment> = {
	...selector,
	cell: ({spec}) => formatRequirements(selectorRequirements(spec.selector)),
} as Column<Deployment>;

register<Deployment>('deployments.apps', {
	columns: [
		nameColumn,
		{name: 'Ready', cell: ({spec, status}) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`},
		{name: 'Up-to-date', cell: ({status}) => status?.updatedReplicas ?? 0},
		{name: 'Available', cell: ({status}) => status?.availableReplicas ?? 0},
		ageColumn,
		containers,
		images,
		deploymentSelector,
	],
});

const replicas = [
	{name: 'Desired', type: 'integer', cell: ({spec}) => spec.replicas ?? 1},
	{name: 'Current', type: 'integer', cell: ({status}) => status?.replicas ?? 0},
	{name: 'Ready', type: 'integer', cell: ({status}) => status?.readyReplicas ?? 0},
] satisfies Array<Column<ReplicaSet | ReplicationController>>;

register<ReplicaSet>('replicasets.apps', {columns: [nameColumn, ...replicas, ageColumn, containers, images, selector]});
register<ReplicationController>('replicationcontrollers', {
	columns: [
		nameColumn,
		...replicas,
		ageColumn,
		containers as Column<ReplicationController>,
		images as Column<ReplicationController>,
		{name: 'Selector', priority: 1, cell: ({spec}) => labelText(spec.selector)},
	],
});
register<StatefulSet>('statefulsets.apps', {
	columns: [
		nameColumn,
		{name: 'Ready', cell: ({spec, status}) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`},
		ageColumn,
		containers,
		images,
	],
});
register<DaemonSet>('daemonsets.apps', {
	columns: [
		nameColumn,
		{name: 'Desired', type: 'integer', cell: ({status}) => status?.desiredNumberScheduled ?? 0},
		{name: 'Current', type: 'integer', cell: ({status}) => status?.currentNumberScheduled ?? 0},
		{name: 'Ready', type: 'integer', cell: ({status}) => status?.numberReady ?? 0},
		{name: 'Up-to-date', type: 'integer', cell: ({status}) => status?.updatedNumberScheduled ?? 0},
		{name: 'Available', type: 'integer', cell: ({status}) => status?.numberAvailable ?? 0},
		{name: 'Node Selector', cell: ({spec}) => labelText(spec.template.spec?.nodeSelector)},
		ageColumn,
		containers,
		images,
		selector,
	],
});

const jobStatus = ({metadata, status}: Job): string => {
	const has = (type: string) =>
		status?.conditions?.some((condition) => condition.type === type && condition.status === 'True');
	return has('Complete')
		? 'Complete'
		: has('Failed')
			? 'Failed'
			: metadata.deletionTimestamp !== undefined
				? 'Terminating'
				: has('Suspended')
					? 'Suspended'
					: has('FailureTarget')
						? 'FailureTarget'
						: has('SuccessCriteriaMet')
							? 'SuccessCriteriaMet'
							: 'Running';
};

const completions = ({spec, status}: Job): string => {
	const done = status?.succeeded ?? 0;
	const {parallelism = 0} = spec;
	return spec.completions !== undefined
		? `${done}/${spec.completions}`
		: parallelism > 1
			? `${done}/1 of ${parallelism}`
			: `${done}/1`;
};

const jobDuration = ({status}: Job, nowMs: number): string =>
	status?.startTime
		? humanDuration(
				(status.completionTime ? parseTimestamp(status.completionTime) : nowMs) - parseTimestamp(status.startTime),
			)
		: '';

register<Job>('jobs.batch', {
	columns: [
		nameColumn,
		{name: 'Status', cell: jobStatus},
		{name: 'Completions', cell: completions},
		{name: 'Duration', cell: jobDuration},
		ageColumn,
		containers,
		images,
		selector,
	],
});
register<CronJob>('cronjobs.batch', {
	columns: [
		nameColumn,
		{name: 'Schedule', cell: ({spec}) => spec.schedule},
		{name: 'Timezone', cell: ({spec}) => spec.timeZone ?? '<none>'},
		{name: 'Suspend', cell: ({spec}) => (spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False')},
		{name: 'Active', type: 'integer', cell: ({status}) => status?.active?.length ?? 0},
		{
			name: 'Last Schedule',
			cell: ({status}, nowMs) => (status?.lastScheduleTime ? age(status.lastScheduleTime, nowMs) : '<none>'),
		},
		ageColumn,
		{
			name: 'Containers',
			priority: 1,
			cell: ({spec}) =>
				containersOf(spec.jobTemplate as WithTemplate)
					.map(({name}) => name)
					.join(','),
		},
		{
			name: 'Images',
			priority: 1,
			cell: ({spec}) =>
				containersOf(spec.jobTemplate as WithTemplate)
					.map(({image}) => image)
					.join(','),
		},
		{
			name: 'Selector',
			priority: 1,
			cell: ({spec}) => formatLabelSelector(spec.jobTemplate.spec?.selector),
		},
	],
});
register<PodDisruptionBudget>('poddisruptionbudgets.policy', {
	columns: [
		nameColumn,
		{name: 'Min Available', cell: ({spec}) => String(spec.minAvailable ?? 'N/A')},
		{name: 'Max Unavailable', cell: ({spec}) => String(spec.maxUnavailable ?? 'N/A')},
		{name: 'Allowed Disruptions', type: 'integer', cell: ({status}) => status?.disruptionsAllowed ?? 0},
		ageColumn,
	],
});

const ownerText = ({metadata}: ControllerRevision): string => {
	const owner = metadata.ownerReferences?.find(({controller}) => controller);
	if (!owner) {
		return '<none>';
	}

	const {group} = groupVersionOf(owner.apiVersion);
	return `${`${owner.kind}${group ? `.${group}` : ''}`.toLowerCase()}/${owner.name}`;
};

register<ControllerRevision>('controllerrevisions.apps', {
	columns: [
		nameColumn,
		{name: 'Controller', cell: ownerText},
		{name: 'Revision', cell: ({revision}) => revision},
		ageColumn,
	],
});

const templateContainers = ({template}: PodTemplate): readonly Container[] => template?.spec?.containers ?? [];

register<PodTemplate>('podtemplates', {
	columns: [
		nameColumn,
		{
			name: 'Containers',
			cell: (object) =>
				templateContainers(object)
					.map(({name}) => name)
					.join(','),
		},
		{
			name: 'Images',
			cell: (object) =>
				templateContainers(object)
					.map(({image}) => image)
					.join(','),
		},
		{name: 'Pod Labels', cell: ({template}) => labelText(template?.metadata?.labels)},
	],
});
