import {requestedNames} from '../../objects/certificate-request.js';
import {humanDuration} from '../../go/duration.js';
import {CommandFailure} from '../failure.js';
import type {CertificateSigningRequest} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {formatLabels, longTime, writeEvents} from './text.js';
import type {DescriptionWriter} from './writer.js';

/** The state of a request. @mirrors kubectl/pkg/describe extractCSRStatus */
const stateOf = ({status}: CertificateSigningRequest): string => {
	const {conditions = [], certificate} = status ?? {};
	const has = (type: string): boolean => conditions.some((one) => one.type === type);
	return [
		['Denied', 'Approved'].find((type) => has(type)) ?? 'Pending',
		...(has('Failed') ? ['Failed'] : []),
		...(certificate ? ['Issued'] : []),
	].join(',');
};

const writeNames = (writer: DescriptionWriter, title: string, names: readonly string[]): void => {
	if (names.length > 0) {
		writer.write(0, `\t${title}:\t${names.join('\n\t\t')}\n`);
	}
};

/** A CertificateSigningRequest. @mirrors kubectl/pkg/describe describeCertificateSigningRequest */
export const describeCertificateRequest: Describer<CertificateSigningRequest> = function* (writer, object, around) {
	const {metadata, spec} = object;
	const happened = yield* around.events();
	const names = requestedNames(spec.request ?? '');
	if (!names) {
		throw new CommandFailure('Error parsing CSR: PEM block type must be CERTIFICATE REQUEST');
	}

	writer.write(0, `Name:\t${metadata.name}\nLabels:\t${formatLabels(metadata.labels)}\n`);
	writer.write(0, `Annotations:\t${formatLabels(metadata.annotations)}\n`);
	writer.write(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`);
	writer.write(0, `Requesting User:\t${spec.username ?? ''}\n`);
	if (spec.signerName) {
		writer.write(0, `Signer:\t${spec.signerName}\n`);
	}

	if (spec.expirationSeconds !== undefined) {
		writer.write(0, `Requested Duration:\t${humanDuration(spec.expirationSeconds * 1000)}\n`);
	}

	writer.write(0, `Status:\t${stateOf(object)}\nSubject:\n`);
	writer.write(0, `\tCommon Name:\t${names.commonName}\n\tSerial Number:\t${names.serialNumber}\n`);
	writeNames(writer, 'Organization', names.organization);
	writeNames(writer, 'Organizational Unit', names.organizationalUnit);
	writeNames(writer, 'Country', names.country);
	writeNames(writer, 'Locality', names.locality);
	writeNames(writer, 'Province', names.province);
	writeNames(writer, 'StreetAddress', names.streetAddress);
	writeNames(writer, 'PostalCode', names.postalCode);
	const {dnsNames, emailAddresses, uris, ipAddresses} = names;
	if (dnsNames.length + emailAddresses.length + uris.length + ipAddresses.length > 0) {
		writer.write(0, 'Subject Alternative Names:\n');
		writeNames(writer, 'DNS Names', dnsNames);
		writeNames(writer, 'Email Addresses', emailAddresses);
		writeNames(writer, 'URIs', uris);
		writeNames(writer, 'IP Addresses', ipAddresses);
	}

	writeEvents(writer, happened, around.nowMs);
};
