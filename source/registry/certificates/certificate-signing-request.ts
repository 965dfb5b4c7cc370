import {keep} from '../kept-fields.js';
import type {Writable} from '../../objects/copy.js';
import {describeKind} from '../kind.js';
import {duplicate, forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {CertificateSigningRequest, CertificateSigningRequestStatus} from '../../objects/kubernetes.generated.js';
import {signatureProblem} from './request-signature.js';
import {requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkSignerName} from '../validation/signer-name.js';
import {equal} from '../../kernel/equality.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {humanDuration} from '../../go/duration.js';

const usages = [
	'any',
	'cert sign',
	'client auth',
	'code signing',
	'content commitment',
	'crl sign',
	'data encipherment',
	'decipher only',
	'digital signature',
	'email protection',
	'encipher only',
	'ipsec end system',
	'ipsec tunnel',
	'ipsec user',
	'key agreement',
	'key encipherment',
	'microsoft sgc',
	'netscape sgc',
	'ocsp signing',
	's/mime',
	'server auth',
	'signing',
	'timestamping',
];

interface Block {
	readonly type: string;
	readonly hasHeaders: boolean;
	readonly bytes: Buffer;
}

/** Blocks of PEM in base64 text. */
const blocksIn = (data: string | null): readonly Block[] => {
	const text = Buffer.from(data ?? '', 'base64').toString('latin1');
	return [...text.matchAll(/-----BEGIN ([^-\n]+)-----\r?\n([\s\S]*?)-----END \1-----/g)].map(
		([, type = '', body = '']) => ({
			type,
			hasHeaders: body.includes(':'),
			bytes: Buffer.from(body.replace(/^(?:[^\n]*:[^\n]*\n)+\n/, ''), 'base64'),
		}),
	);
};

const malformed = "asn1: structure error: tags don't match (16 vs {class:0 tag:0 length:0 isCompound:false})";

/** Why bytes are not exactly one ASN.1 sequence, in Go's words. Simplified: its content is not checked. */
const sequenceProblem = (bytes: Buffer): string | undefined => {
	if (bytes.length < 2 || bytes[0] !== 0x30) {
		return malformed;
	}

	const [, first = 0] = bytes;
	const width = first < 0x80 ? 0 : first & 0x7f;
	if (width > 4 || bytes.length < 2 + width) {
		return malformed;
	}

	const end = 2 + width + (width === 0 ? first : bytes.readUIntBE(2, width));
	return bytes.length === end
		? undefined
		: `asn1: syntax error: ${bytes.length < end ? 'data truncated' : 'trailing data'}`;
};

const requestProblem = (request: string): string | undefined => {
	const [block] = blocksIn(request);
	if (block?.type !== 'CERTIFICATE REQUEST') {
		return 'PEM block type must be CERTIFICATE REQUEST';
	}

	return sequenceProblem(block.bytes) ?? signatureProblem(block.bytes);
};

const certificateProblem = (certificate: string): string | undefined => {
	const blocks = blocksIn(certificate);
	for (const {type, hasHeaders, bytes} of blocks) {
		if (type !== 'CERTIFICATE') {
			return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
		}

		if (hasHeaders) {
			return 'no PEM block headers are permitted';
		}

		if (sequenceProblem(bytes) !== undefined) {
			return 'x509: malformed certificate';
		}
	}

	return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
};

const decisive = ['Approved', 'Denied', 'Failed'];

const checkConditions = (errors: Errors, {status}: CertificateSigningRequest): void => {
	const conditions = status?.conditions ?? [];
	const seen = new Set<string>();
	for (const [index, {type, status: value}] of conditions.entries()) {
		const at = `status.conditions[${index}]`;
		if (!type) {
			errors.push(required(`${at}.type`));
		}

		const allowed = decisive.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
		if (!value) {
			errors.push(required(`${at}.status`));
		} else if (!allowed.includes(value)) {
			errors.push(notSupported(`${at}.status`, value, allowed));
		}

		if ((type === 'Approved' && seen.has('Denied')) || (type === 'Denied' && seen.has('Approved'))) {
			errors.push(invalid('status.conditions', type, 'Approved and Denied conditions are mutually exclusive'));
		}

		if (seen.has(type)) {
			errors.push(duplicate(`${at}.type`, type));
		}

		seen.add(type);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/certificates/validation ValidateCertificateSigningRequestCreate */
export const checkCertificateRequest = (errors: Errors, request: CertificateSigningRequest): void => {
	checkAnyMetadata(errors, request.metadata, false, nameRules.pathSegment);
	const {spec, status} = request;
	const problem = requestProblem(spec.request);
	if (problem !== undefined) {
		errors.push(invalid('spec.request', spec.request, problem));
	}

	const wanted: readonly string[] = spec.usages ?? [];
	requireValue(errors, 'spec.usages', wanted);
	for (const [index, usage] of wanted.entries()) {
		if (!usages.includes(usage)) {
			errors.push(notSupported(`spec.usages[${index}]`, usage, usages));
		}
	}

	for (const [index, usage] of wanted.entries()) {
		if (wanted.indexOf(usage) < index) {
			errors.push(duplicate(`spec.usages[${index}]`, usage));
		}
	}

	if (spec.signerName === 'kubernetes.io/legacy-unknown') {
		errors.push(
			invalid('spec.signerName', spec.signerName, 'the legacy signerName is not allowed via this API version'),
		);
	} else {
		checkSignerName(errors, 'spec.signerName', spec.signerName);
	}

	if (spec.expirationSeconds !== undefined && spec.expirationSeconds < 600) {
		errors.push(
			invalid(
				'spec.expirationSeconds',
				spec.expirationSeconds,
				'may not specify a duration less than 600 seconds (10 minutes)',
			),
		);
	}

	checkConditions(errors, request);
	const certificate = status?.certificate ?? '';
	const wrong = certificate === '' ? undefined : certificateProblem(certificate);
	if (wrong !== undefined) {
		errors.push(invalid('status.certificate', '<certificate data>', wrong));
	}
};

/** Decisions are final; only the subresource `approval` approves and denies. */
const checkDecisions = (
	errors: Errors,
	request: CertificateSigningRequest,
	old: CertificateSigningRequest,
	mayDecide: boolean,
): void => {
	const refuse = (verb: string, type: string): void => {
		errors.push(forbidden('status.conditions', `updates may not ${verb} a condition of type ${JSON.stringify(type)}`));
	};

	const both = decisive.map((type) => {
		const ofType = ({status}: CertificateSigningRequest) =>
			(status?.conditions ?? []).filter((one) => one.type === type);
		return {type, before: ofType(old), after: ofType(request)};
	});
	for (const {type, before, after} of both) {
		if (after.length < before.length) {
			refuse('remove', type);
		}
	}

	for (const {type, before, after} of both) {
		if (mayDecide || type === 'Failed' || after.length < before.length) {
			continue;
		}

		if (after.length > before.length) {
			refuse('add', type);
		} else if (!equal(before, after)) {
			refuse('modify', type);
		}
	}
};

/** Decisions and a certificate stay. @mirrors validateCertificateSigningRequestUpdate */
export const checkCertificateRequestUpdate = (
	errors: Errors,
	request: CertificateSigningRequest,
	old: CertificateSigningRequest,
	subresource: string,
): void => {
	checkCertificateRequest(errors, request);
	checkDecisions(errors, request, old, subresource === 'approval');
	const before = old.status?.certificate;
	if (before && before !== request.status?.certificate) {
		errors.push(forbidden('status.certificate', 'updates may not modify existing certificate content'));
	}

	checkAnyMetadataUpdate(errors, request.metadata, old.metadata);
};

/**
The state of a certificate signing request.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion extractCSRStatus
*/
const condition = ({status}: CertificateSigningRequest): string => {
	const has = (type: string): boolean => status?.conditions?.some((one) => one.type === type) ?? false;
	return [
		['Denied', 'Approved'].find((type) => has(type)) ?? 'Pending',
		...(has('Failed') ? ['Failed'] : []),
		...(status?.certificate ? ['Issued'] : []),
	].join(',');
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/ */
export const certificateSigningRequest = describeKind('certificates.k8s.io/v1 CertificateSigningRequest', {
	validate: {create: checkCertificateRequest, update: checkCertificateRequestUpdate},
	keepsStatus: true,
	prepare: {
		update(request, old, subresource) {
			if (subresource === 'approval') {
				const status: Writable<CertificateSigningRequestStatus> = {...request.status};
				keep(status, 'certificate', old.status?.certificate);
				request.status = status;
			}
		},
	},
	statusEndpoint: {resets: ['spec', 'status.conditions']},
	table: {
		columns: [
			nameColumn,
			ageColumn,
			{name: 'SignerName', cell: ({spec}) => spec.signerName || '<none>'},
			{name: 'Requestor', cell: ({spec}) => spec.username ?? ''},
			{
				name: 'RequestedDuration',
				cell: ({spec}) =>
					spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
			},
			{name: 'Condition', cell: condition},
		],
	},
	fields: {'spec.signerName': ({spec}) => spec?.signerName},
});
