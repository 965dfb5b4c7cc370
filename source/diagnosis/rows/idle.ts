import type {CronJob, DaemonSet, Job, Service} from '../../objects/kubernetes.generated.js';
import {all, type Reader} from '../look.js';
import {row, type Found, type Row} from '../row.js';

/** The Pods of a DaemonSet may run on no node. */
const noNode = ({spec, status}: DaemonSet): Found => {
	if (status?.desiredNumberScheduled !== 0) {
		return undefined;
	}

	const template = ['spec', 'template', 'spec'];
	const wish = (['nodeSelector', 'affinity'] as const).find((name) => spec?.template.spec?.[name]);
	return {
		message: ({cluster}) => cluster.noNodeMatches,
		field: [...template, ...(wish ? [wish] : [])],
		advice: [({pods}) => pods.noNodeHasAll],
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
	row('no node', 'apps/v1 DaemonSet', (set) => noNode(set)),
	row('no endpoints', 'v1 Service', (service, {ledger}) => noEndpoints(service, ledger)),
	row('never due', 'batch/v1 CronJob', (cron, {ledger}) => neverDue(cron, ledger)),
];
