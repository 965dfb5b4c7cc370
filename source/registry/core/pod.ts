import {podDefaults, withAddressLists} from '../pod/defaults.js';
import {podQuota} from '../pod/quota.js';
import {podTable} from '../pod/columns.js';
import {podWarnings} from '../pod/warnings.js';
import {nameWarning} from '../pod/template-warnings.js';
import {preparePod, preparePodPart, preparePodStatus} from '../pod/prepare.js';
import {checkPodUpdate} from '../pod/update.js';
import {checkPodCreate} from '../pod/create.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/concepts/workloads/pods/ */
export const pod = describeKind('v1 Pod', {
	validate: {create: checkPodCreate, update: checkPodUpdate},
	generation: 'counts changes',
	prepare: {create: preparePod, update: preparePodPart, status: preparePodStatus},
	changePodSpec(object, change) {
		object.spec = change(object.spec);
	},
	warnings: (object, old) =>
		old
			? []
			: [...nameWarning(object.metadata, "the Pod's hostname"), ...podWarnings('', object.spec, object.metadata)],
	statusEndpoint: {
		resets: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
		setDefaults(object) {
			const status = object.status && withAddressLists(object.status);
			return status === object.status ? object : {...object, status};
		},
	},
	store: {returnsDeleted: true},
	table: podTable,
	fields: {
		'spec.nodeName': ({spec}) => spec?.nodeName,
		'spec.restartPolicy': ({spec}) => spec?.restartPolicy,
		'spec.schedulerName': ({spec}) => spec?.schedulerName,
		'spec.serviceAccountName': ({spec}) => spec?.serviceAccountName,
		'spec.hostNetwork': ({spec}) => spec?.hostNetwork ?? false,
		'status.phase': ({status}) => status?.phase,
		'status.podIP': ({status}) => status?.podIP,
		'status.nominatedNodeName': ({status}) => status?.nominatedNodeName,
		'status.podIPs': ({status}) => status?.podIPs?.map(({ip}) => ip ?? '').join(','),
	},
	quota: podQuota,
	defaults: podDefaults,
});
