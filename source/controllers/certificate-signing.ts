import {keyOf} from '../client/informer.js';
import {requestedSubject, signedCertificate, type CertificateSubject} from '../objects/certificate.js';
import type {CertificateSigningRequest} from '../objects/kubernetes.generated.js';
import type {Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller} from './controller.js';
import {allow} from './controller-roles.js';

const resource = 'certificatesigningrequests.certificates.k8s.io';
const stage = 'controller.csrsigning.sync';

const usable = ['digital signature', 'key encipherment'];

/** The signers of kube-controller-manager, and the one usage that each needs. */
const signers: ReadonlyMap<string, string | undefined> = new Map([
	['kubernetes.io/kube-apiserver-client', 'client auth'],
	['kubernetes.io/kube-apiserver-client-kubelet', 'client auth'],
	['kubernetes.io/kubelet-serving', 'server auth'],
	['kubernetes.io/legacy-unknown', undefined],
]);

/**
Why a signer of Kubernetes does not sign a request; `undefined` if it does.

@mirrors k8s.io/kubernetes/pkg/apis/certificates ValidateKubeletServingCSR, ValidateKubeletClientCSR; certificates/signer isRequestForSignerOK
*/
export const signingProblem = (
	{signerName, usages = []}: Pick<CertificateSigningRequest['spec'], 'signerName' | 'usages'>,
	{commonName, organizations}: CertificateSubject,
): string | undefined => {
	const needed = signers.get(signerName);
	if (needed === undefined) {
		return undefined;
	}

	const isOfKubelet = signerName !== 'kubernetes.io/kube-apiserver-client';
	if (isOfKubelet && (organizations.length !== 1 || organizations[0] !== 'system:nodes')) {
		return 'subject organization is not system:nodes';
	}

	if (isOfKubelet && !commonName.startsWith('system:node:')) {
		return 'subject common name does not begin with system:node:';
	}

	const fits =
		usages.some((usage) => usage === needed) && usages.every((usage) => usage === needed || usable.includes(usage));
	return fits ? undefined : 'usages did not match';
};

/**
Requests a signature; the caller's next stop reports it.

@returns a routine that waits for the certificate, as PEM in base64; `undefined` if none arrives.
*/
export type Signer = (spec: CertificateSigningRequest['spec']) => () => Routine<string | undefined>;

/**
Signs approved certificate requests of Kubernetes' built-in signers.

@see https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#kubernetes-signers
@mirrors k8s.io/kubernetes/pkg/controller/certificates/signer

Simplified: the requests of kubelets are not approved automatically, and alternative names are not checked.

@param signer signs with a key; without one, a certificate has the subject in words.
*/
export const certificateSigningBy = (signer?: Signer): Controller => ({
	name: 'csrsigning',
	reportsAs: 'certificate-controller',
	rules: [
		allow('delete get list watch', 'certificatesigningrequests', 'certificates.k8s.io'),
		allow('update', 'certificatesigningrequests/approval certificatesigningrequests/status', 'certificates.k8s.io'),
		allow('approve', 'signers', 'certificates.k8s.io', ['kubernetes.io/kube-apiserver-client-kubelet']),
		allow('sign', 'signers', 'certificates.k8s.io', [
			'kubernetes.io/kube-apiserver-client',
			'kubernetes.io/kube-apiserver-client-kubelet',
			'kubernetes.io/kubelet-serving',
			'kubernetes.io/legacy-unknown',
		]),
		allow('create', 'subjectaccessreviews', 'authorization.k8s.io'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build({client, informer}) {
		return {
			handlers: {[resource]: ({type, object}) => (type === 'DELETED' ? [] : [keyOf(object)])},
			*sync(name) {
				const request = informer(resource).get(undefined, name);
				if (!request) {
					yield* note(stage, {case: 'gone', key: name});
					return;
				}

				const {spec, status} = request;
				const object = registryKey(resource, undefined, name);
				const conditions = status?.conditions ?? [];
				const isApproved = conditions.some(({type}) => type === 'Approved');
				const isOver = conditions.some(({type}) => type === 'Denied' || type === 'Failed') || status?.certificate;
				if (!isApproved || isOver || !signers.has(spec.signerName)) {
					yield* note(stage, {case: 'leave', signer: spec.signerName, isApproved}, {object});
					return;
				}

				const subject = requestedSubject(spec.request);
				const problem = signingProblem(spec, subject);
				const answer = problem === undefined ? signer?.(spec) : undefined;
				yield* note(
					stage,
					{case: 'sign', signer: spec.signerName, subject, problem},
					problem === undefined ? {object} : {object, outcome: 'refused'},
				);
				const certificate = answer && (yield* answer());
				const failed = {type: 'Failed', status: 'True' as const, reason: 'SignerValidationFailure', message: problem};
				yield* client.updateStatus(resource, {
					...request,
					status:
						problem === undefined
							? {...status, certificate: certificate ?? signedCertificate(subject)}
							: {...status, conditions: [...conditions, failed]},
				});
			},
		};
	},
});

export const certificateSigning = certificateSigningBy();
