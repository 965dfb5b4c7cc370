import type {Pod, Volume} from '../../../objects/kubernetes.generated.js';
import {notFound, RequestFailure} from '../../request/failure.js';
import type {Reader} from '../../storage/reader.js';
import {objectOf, refuse, type AdmissionAttributes, type AdmissionContext} from '../plugin.js';
import type {NodeCheck} from './check.js';

/** A kubelet may request tokens for the Pods on its node, for the audiences that these Pods use. */
export const checkServiceAccounts: NodeCheck = (node, attributes, context) => {
	const {reader} = context;
	if (attributes.subresource !== 'token' || attributes.operation !== 'CREATE') {
		return;
	}

	const bound = objectOf(attributes, 'authentication.k8s.io/v1 TokenRequest').spec?.boundObjectRef;
	if (!bound || bound.kind !== 'Pod' || bound.apiVersion !== 'v1' || !bound.name) {
		throw refuse(attributes, 'node requested token not bound to a pod');
	}

	if (!bound.uid) {
		throw refuse(attributes, 'node requested token with a pod binding without a uid');
	}

	const pod = reader.get('pods', attributes.namespace, bound.name);
	if (!pod) {
		throw new RequestFailure(notFound({group: '', plural: 'pods'}, bound.name));
	}

	if (bound.uid !== pod.metadata.uid) {
		throw refuse(
			attributes,
			`the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
		);
	}

	if (pod.spec.nodeName !== node) {
		throw refuse(attributes, 'node requested token bound to a pod scheduled on a different node');
	}

	restrictAudience(attributes, context, pod);
};

/**
A kubelet may request tokens only for the audiences of its Pods, unless it is authorized for others.

@mirrors noderestriction.Plugin.validateNodeServiceAccountAudience
*/
const restrictAudience = (attributes: AdmissionAttributes, {reader, authorize}: AdmissionContext, pod: Pod): void => {
	const [audience = '', ...others] =
		objectOf(attributes, 'authentication.k8s.io/v1 TokenRequest').spec?.audiences ?? [];
	if (others.length > 0) {
		throw refuse(attributes, 'node may only request 0 or 1 audiences');
	}

	if ((pod.spec.volumes ?? []).some((volume) => asksFor(volume, audience, pod, reader))) {
		return;
	}

	const {allowed} = authorize({
		user: attributes.user,
		verb: 'request-serviceaccounts-token-audience',
		isResourceRequest: true,
		group: '',
		version: 'v1',
		resource: audience,
		subresource: '',
		namespace: attributes.namespace,
		name: attributes.name,
		path: '',
	});
	if (!allowed) {
		throw refuse(
			attributes,
			`audience ${JSON.stringify(audience)} not found in pod spec volume, ${attributes.user.username} is not authorized to request tokens for this audience`,
		);
	}
};

/** Whether a volume or its driver requests tokens. */
const asksFor = (volume: Volume, audience: string, pod: Pod, reader: Reader): boolean => {
	if (
		(volume.projected?.sources ?? []).some(
			({serviceAccountToken: token}) => token && (token.audience ?? '') === audience,
		)
	) {
		return true;
	}

	const driver = driverOf(volume, pod, reader);
	return (
		driver !== undefined &&
		(reader.get('csidrivers.storage.k8s.io', undefined, driver)?.spec.tokenRequests ?? []).some(
			(request) => request.audience === audience,
		)
	);
};

const driverOf = (
	{name, csi, ephemeral, persistentVolumeClaim}: Volume,
	pod: Pod,
	reader: Reader,
): string | undefined => {
	const claimed = ephemeral ? `${pod.metadata.name}-${name}` : persistentVolumeClaim?.claimName;
	const volume =
		claimed === undefined
			? undefined
			: reader.get('persistentvolumeclaims', pod.metadata.namespace, claimed)?.spec.volumeName;
	return csi?.driver ?? (volume ? reader.get('persistentvolumes', undefined, volume)?.spec.csi?.driver : undefined);
};
