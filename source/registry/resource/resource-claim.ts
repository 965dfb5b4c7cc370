import {defaultsOf} from '../defaults/type-defaults.js';
import {partMetadata} from '../kept-fields.js';
import {describeKind} from '../kind.js';
import type {ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const claimState = ({metadata, status}: ResourceV1ResourceClaim): string =>
	[
		...(metadata.deletionTimestamp === undefined ? [] : ['deleted']),
		...(status?.allocation ? ['allocated'] : metadata.deletionTimestamp === undefined ? ['pending'] : []),
		...(status?.allocation && (status.reservedFor?.length ?? 0) > 0 ? ['reserved'] : []),
	].join(',');

const deviceRequest = (draft: {allocationMode?: string; count?: number}): void => {
	draft.allocationMode ||= 'ExactCount';
	if (draft.allocationMode === 'ExactCount') {
		draft.count ||= 1;
	}
};

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const resourceClaim = describeKind('resource.k8s.io/v1 ResourceClaim', {
	statusEndpoint: {keeps: partMetadata, resets: ['spec', 'metadata']},
	table: {
		columns: [nameColumn, {name: 'State', cell: claimState}, ageColumn],
	},
	defaults: [
		defaultsOf('resource.v1.ExactDeviceRequest', deviceRequest),
		defaultsOf('resource.v1.DeviceSubRequest', deviceRequest),
		defaultsOf('resource.v1.DeviceToleration', (draft) => {
			draft.operator ||= 'Equal';
		}),
	],
});
