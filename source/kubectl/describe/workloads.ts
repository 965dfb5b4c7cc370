import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {formatLabelSelector, formatRequirements, selectorRequirements} from '../../objects/labels.js';
import type {
	DaemonSet,
	Deployment,
	LabelSelector,
	ObjectMeta,
	PersistentVolumeClaim,
	PodTemplateSpec,
	ReplicaSet,
	ReplicationController,
	StatefulSet,
} from '../../objects/kubernetes.generated.js';
import {goJSON} from '../../go/encode-json.js';
import {isControlledBy} from '../../objects/owner.js';
import {podTemplateHashLabel} from '../../objects/workload.js';
import {storageClassOf} from './claims.js';
import type {Describer, Surroundings} from './describer.js';
import {writePodTemplate} from './pods.js';
import {
	formatLabels,
	goList,
	longTime,
	writeAnnotations,
	writeConditions,
	writeController,
	writeEvents,
	writeLabels,
} from './text.js';
import type {DescriptionWriter} from './writer.js';

/** A selector in the form of a list's query parameter; empty if it selects everything. */
export const selectorText = (selector: LabelSelector | undefined): string =>
	selector ? formatRequirements(selectorRequirements(selector)) : '';

/** The fields that all workloads share. */
interface Workload {
	readonly metadata: ObjectMeta;
}

/** The number of a workload's own Pods in each phase. @mirrors kubectl/pkg/describe getPodStatusForController */
function* podStatus(workload: Workload, labelSelector: string, {list}: Pick<Surroundings, 'list'>): Routine<string> {
	const pods = yield* list('pods', workload.metadata.namespace, {labelSelector});
	const own = pods.filter((pod) => isControlledBy(pod, workload));
	const count = (phase: string): number => own.filter(({status}) => status?.phase === phase).length;
	return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}

const writeName = (writer: DescriptionWriter, {metadata}: Workload): void => {
	writer.write(0, `Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`);
};

const writeMetadata = (writer: DescriptionWriter, {metadata}: Workload): void => {
	writeLabels(writer, 'Labels', metadata.labels);
	writeAnnotations(writer, 'Annotations', metadata.annotations);
};

const writeCreation = (writer: DescriptionWriter, {metadata}: Workload): void => {
	writer.write(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`);
};

/** The common part of two templates, without the hash that names a ReplicaSet's Pods. */
const templateText = (template: PodTemplateSpec | undefined): string => {
	const {[podTemplateHashLabel]: _, ...labels} = template?.metadata?.labels ?? {};
	return goJSON({...template, metadata: {...template?.metadata, labels}});
};

const byCreation = ({metadata: a}: Workload, {metadata: b}: Workload): number => {
	if (a.creationTimestamp === b.creationTimestamp) {
		return a.name < b.name ? -1 : 1;
	}

	return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
};

const replicaSetsText = (sets: readonly ReplicaSet[]): string =>
	sets
		.map(
			({metadata, spec, status}) =>
				`${metadata.name} (${status?.replicas ?? 0}/${spec.replicas ?? 0} replicas created)`,
		)
		.join(', ') || '<none>';

/** The ReplicaSets of a Deployment: the one with its template, and the others. @mirrors kubectl/pkg/util/deployment GetAllReplicaSetsInChunks */
function* replicaSetsOf(
	owner: Deployment,
	{list}: Surroundings,
): Routine<{newest: readonly ReplicaSet[]; older: readonly ReplicaSet[]}> {
	const {metadata, spec} = owner;
	let sets: readonly ReplicaSet[];
	try {
		sets = yield* list('replicasets.apps', metadata.namespace, {labelSelector: selectorText(spec.selector)});
	} catch (error) {
		if (error instanceof ApiError) {
			return {newest: [], older: []};
		}

		throw error;
	}

	const own = sets.filter((set) => isControlledBy(set, owner)).sort(byCreation);
	const wanted = templateText(spec.template);
	const newest = own.find((set) => templateText(set.spec.template) === wanted);
	return {newest: newest ? [newest] : [], older: own.filter((set) => set !== newest)};
}

const deployment: Describer<Deployment> = function* (writer, object, around) {
	const {spec, status = {}} = object;
	const happened = yield* around.events();
	const {newest, older} = yield* replicaSetsOf(object, around);
	writeName(writer, object);
	writeCreation(writer, object);
	writeMetadata(writer, object);
	writer.write(0, `Selector:\t${selectorText(spec.selector)}\n`);
	writer.write(
		0,
		`Replicas:\t${spec.replicas ?? 0} desired | ${status.updatedReplicas ?? 0} updated | ${status.replicas ?? 0} total | ${status.availableReplicas ?? 0} available | ${status.unavailableReplicas ?? 0} unavailable\n`,
	);
	writer.write(0, `StrategyType:\t${spec.strategy?.type ?? ''}\nMinReadySeconds:\t${spec.minReadySeconds ?? 0}\n`);
	const rolling = spec.strategy?.rollingUpdate;
	if (rolling) {
		writer.write(
			0,
			`RollingUpdateStrategy:\t${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge\n`,
		);
	}

	writePodTemplate(writer, spec.template);
	writeConditions(writer, status.conditions);
	if (newest.length + older.length > 0) {
		writer.write(0, `OldReplicaSets:\t${replicaSetsText(older)}\nNewReplicaSet:\t${replicaSetsText(newest)}\n`);
	}

	writeEvents(writer, happened, around.nowMs);
};

/** The common part of ReplicaSets and ReplicationControllers: all but their selectors. */
function* describeReplicas(
	writer: DescriptionWriter,
	object: ReplicaSet | ReplicationController,
	{shown, asked}: {readonly shown: string; readonly asked: string},
	around: Surroundings,
): Routine {
	const {spec, status} = object;
	let pods: string;
	try {
		pods = yield* podStatus(object, asked, around);
	} catch (error) {
		if (!(error instanceof ApiError) || object.kind !== 'ReplicaSet') {
			throw error;
		}

		pods = `error in fetching pods: ${error.message}`;
	}

	const happened = yield* around.events();
	writeName(writer, object);
	writer.write(0, `Selector:\t${shown}\n`);
	writeMetadata(writer, object);
	if (object.kind === 'ReplicaSet') {
		writeController(writer, object);
	}

	writer.write(0, `Replicas:\t${status?.replicas ?? 0} current / ${spec.replicas ?? 0} desired\n`);
	writer.write(0, `Pods Status:\t${pods}\n`);
	writePodTemplate(writer, spec.template);
	writeConditions(writer, status?.conditions);
	writeEvents(writer, happened, around.nowMs);
}

const daemonSet: Describer<DaemonSet> = function* (writer, object, around) {
	const {spec, status} = object;
	const pods = yield* podStatus(object, selectorText(spec.selector), around);
	const happened = yield* around.events();
	writeName(writer, object);
	writer.write(0, `Selector:\t${selectorText(spec.selector)}\n`);
	writer.write(0, `Node-Selector:\t${formatLabels(spec.template?.spec?.nodeSelector)}\n`);
	writeMetadata(writer, object);
	for (const [title, count] of [
		['Desired Number of Nodes Scheduled', status?.desiredNumberScheduled],
		['Current Number of Nodes Scheduled', status?.currentNumberScheduled],
		['Number of Nodes Scheduled with Up-to-date Pods', status?.updatedNumberScheduled],
		['Number of Nodes Scheduled with Available Pods', status?.numberAvailable],
		['Number of Nodes Misscheduled', status?.numberMisscheduled],
	] as const) {
		writer.write(0, `${title}: ${count ?? 0}\n`);
	}

	writer.write(0, `Pods Status:\t${pods}\n`);
	writePodTemplate(writer, spec.template);
	writeEvents(writer, happened, around.nowMs);
};

const writeClaimTemplates = (writer: DescriptionWriter, claims: readonly PersistentVolumeClaim[]): void => {
	writer.write(0, claims.length === 0 ? 'Volume Claims:\t<none>\n' : 'Volume Claims:\n');
	for (const claim of claims) {
		writer.write(1, `Name:\t${claim.metadata?.name ?? ''}\n`);
		writer.write(1, `StorageClass:\t${storageClassOf(claim)}\n`);
		writeLabels(writer, 'Labels', claim.metadata?.labels, '  ');
		writeLabels(writer, 'Annotations', claim.metadata?.annotations, '  ');
		writer.write(1, `Capacity:\t${claim.spec?.resources?.requests?.storage ?? '<default>'}\n`);
		writer.write(1, `Access Modes:\t${goList(claim.spec?.accessModes)}\n`);
	}
};

const statefulSet: Describer<StatefulSet> = function* (writer, object, around) {
	const {spec, status} = object;
	const pods = yield* podStatus(object, selectorText(spec.selector), around);
	const happened = yield* around.events();
	writeName(writer, object);
	writeCreation(writer, object);
	writer.write(0, `Selector:\t${selectorText(spec.selector)}\n`);
	writeMetadata(writer, object);
	writer.write(0, `Replicas:\t${spec.replicas ?? 0} desired | ${status?.replicas ?? 0} total\n`);
	writer.write(0, `Update Strategy:\t${spec.updateStrategy?.type ?? ''}\n`);
	const {partition, maxUnavailable} = spec.updateStrategy?.rollingUpdate ?? {};
	if (partition !== undefined) {
		writer.write(1, `Partition:\t${partition}\n`);
		if (maxUnavailable !== undefined) {
			writer.write(1, `MaxUnavailable:\t${maxUnavailable}\n`);
		}
	}

	writer.write(0, `Pods Status:\t${pods}\n`);
	writePodTemplate(writer, spec.template);
	writeClaimTemplates(writer, spec.volumeClaimTemplates ?? []);
	writeEvents(writer, happened, around.nowMs);
};

const replicaSet: Describer<ReplicaSet> = (writer, object, around) => {
	const {selector} = object.spec;
	return describeReplicas(
		writer,
		object,
		{shown: formatLabelSelector(selector), asked: selectorText(selector)},
		around,
	);
};

const replicationController: Describer<ReplicationController> = (writer, object, around) => {
	const {selector} = object.spec;
	return describeReplicas(
		writer,
		object,
		{shown: formatLabels(selector), asked: selectorText({matchLabels: selector})},
		around,
	);
};

export {daemonSet, deployment, replicaSet, replicationController, statefulSet};
