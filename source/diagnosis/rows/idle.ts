import type {CronJob, DaemonSet, Job, Node, Pod, Service} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {all, type Reader} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {FieldPath} from '../symptom.js';
import {selectorAdvice, taintAdvice} from './node-rules.js';
import {nodesOf} from './room.js';

/** Whether a node has what the selector and the affinity of a Pod require. */
const isChosen = (pod: Pod, {metadata}: Node): boolean =>
	matchesLabels(pod.spec.nodeSelector ?? {}, metadata.labels) && !pod.spec.affinity?.nodeAffinity;

/** The Pods of a DaemonSet may run on no node. */
const noNode = ({metadata, spec, status}: DaemonSet, ledger: Reader): Found => {
	const template = spec?.template.spec;
	if (status?.desiredNumberScheduled !== 0 || !template) {
		return undefined;
	}

	const pod: Pod = {apiVersion: 'v1', kind: 'Pod', metadata, spec: template, status: {}};
	const cluster = nodesOf(ledger);
	const chosen = cluster.nodes.filter((node) => isChosen(pod, node));
	const {field, advice, candidates} =
		chosen.length > 0 ? taintAdvice(pod, {...cluster, nodes: chosen}) : selectorAdvice(pod, cluster);
	const inTemplate = (path: FieldPath): FieldPath => ['spec', 'template', ...path];
	return {
		message: ({cluster}) => cluster.noNodeMatches,
		field: inTemplate(field ?? ['spec']),
		advice,
		candidates: candidates.map((one) => ('field' in one ? {...one, field: inTemplate(one.field)} : one)),
		isRemark: true,
	};
};

/** A Service without a selector, for which no client has written EndpointSlices. */
const noEndpoints = ({metadata: {name, namespace}, spec}: Service, ledger: Reader): Found => {
	const isOwn = Object.keys(spec?.selector ?? {}).length === 0 && spec?.type !== 'ExternalName';
	const slices = all<{readonly metadata: {readonly labels?: Readonly<Record<string, string>>}}>(
		ledger,
		`/registry/endpointslices/${namespace}/`,
	);
	return isOwn && !slices.some(({object}) => object.metadata.labels?.['kubernetes.io/service-name'] === name)
		? {message: ({cluster}) => cluster.noSelector, field: ['spec'], advice: [], isRemark: true}
		: undefined;
};

/** A CronJob that made no Job within the run. */
const neverDue = ({metadata: {uid}, spec: {schedule, suspend}}: CronJob, ledger: Reader): Found =>
	suspend ||
	all<Job>(ledger, '/registry/jobs/').some(({object}) =>
		(object.metadata.ownerReferences ?? []).some((owner) => owner.uid === uid),
	)
		? undefined
		: {
				message: ({cluster}) => cluster.neverDue(schedule),
				field: ['spec', 'schedule'],
				advice: [({cluster}) => cluster.tryJob],
				isRemark: true,
			};

/** Symptoms of healthy objects without an effect. */
export const idleRows: readonly Row[] = [
	row('no node', 'apps/v1 DaemonSet', (set, {ledger}) => noNode(set, ledger)),
	row('no endpoints', 'v1 Service', (service, {ledger}) => noEndpoints(service, ledger)),
	row('never due', 'batch/v1 CronJob', (cron, {ledger}) => neverDue(cron, ledger)),
];
