import {forbidden, invalid, required} from '../../objects/field-error.js';
import {trustBundleNameErrors} from '../../objects/names.js';
import {onceGood} from '../known-good.js';
import {checkLocalPath, checkSupported, refuseEach, requireValue, sorted, type Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {checkSignerName} from '../validation/signer-name.js';
import {checkDownwardFile, checkKeyToPath, checkMode, type Source} from './volume-files.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation validateProjectionSources */
const checkProjection = onceGood((errors, path, volume: Source) => {
	const paths = new Set<string>();
	const claim = (file: string, value: unknown): void => {
		if (file && paths.has(file)) {
			errors.push(invalid(path, value, 'conflicting duplicate paths'));
		}

		paths.add(file);
	};

	checkMode(errors, `${path}.defaultMode`, volume.defaultMode);
	for (const [index, source] of ((volume.sources ?? []) as readonly Source[]).entries()) {
		const at = `${path}.sources[${index}]`;
		for (const kind of ['secret', 'configMap'] as const) {
			if (source[kind]) {
				requireValue(errors, `${at}.${kind}.name`, source[kind].name);
				for (const [position, item] of ((source[kind].items ?? []) as readonly Source[]).entries()) {
					checkKeyToPath(errors, `${at}.${kind}.items[${position}]`, item);
					claim(item.path, source[kind].name ?? '');
				}
			}
		}

		for (const file of (source.downwardAPI?.items ?? []) as readonly Source[]) {
			checkDownwardFile(errors, `${at}.downwardAPI`, file);
			claim(file.path, file.path);
		}

		if (source.serviceAccountToken) {
			checkToken(errors, path, `${at}.serviceAccountToken`, source.serviceAccountToken);
		}

		if (source.clusterTrustBundle) {
			checkTrustBundle(errors, `${at}.clusterTrustBundle`, source.clusterTrustBundle);
			claim(source.clusterTrustBundle.path, source.clusterTrustBundle.path);
		}

		if (source.podCertificate) {
			checkCertificate(errors, `${at}.podCertificate`, source.podCertificate, claim);
		}

		if (Object.keys(source).length > 1) {
			errors.push(forbidden(at, 'may not specify more than 1 volume type per source'));
		}
	}
});

/** Checks a volume of several sources; all Pods with the default token share one. */
export const checkProjected = (errors: Errors, path: string, volume: Source): void => {
	checkProjection(errors, path, volume);
};

/** Upstream names the path of the token as if it were the volume's. */
const checkToken = (errors: Errors, volumePath: string, path: string, token: Source): void => {
	const seconds: number = token.expirationSeconds ?? 0;
	if (seconds < 600) {
		errors.push(invalid(`${path}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes'));
	}

	if (seconds > 2 ** 32) {
		errors.push(invalid(`${path}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds'));
	}

	if (requireValue(errors, `${volumePath}.path`, token.path)) {
		checkLocalPath(errors, `${volumePath}.path`, token.path);
	}
};

const checkTrustBundle = (errors: Errors, path: string, bundle: Source): void => {
	const {name, signerName} = bundle;
	if (name !== undefined && signerName !== undefined) {
		const shown = internalForm(bundle, 'core.v1.ClusterTrustBundleProjection');
		errors.push(invalid(path, shown, 'only one of name and signerName may be used'));
	} else if (name !== undefined) {
		if (name === '') {
			errors.push(required(`${path}.name`, 'must be a valid object name'));
		}

		refuseEach(
			errors,
			`${path}.name`,
			name,
			trustBundleNameErrors(name).map((message: string) => `not a valid clustertrustbundlename: ${message}`),
		);
		if (bundle.labelSelector) {
			errors.push(
				invalid(
					`${path}.labelSelector`,
					sorted(bundle.labelSelector),
					'labelSelector must be unset if name is specified',
				),
			);
		}
	} else if (signerName === undefined) {
		errors.push(required(path, 'either name or signerName must be specified'));
	} else {
		if (signerName === '') {
			errors.push(required(`${path}.signerName`, 'must be a valid signer name'));
		}

		checkSignerName(errors, `${path}.signerName`, signerName);
		checkLabelSelector(errors, `${path}.labelSelector`, bundle.labelSelector);
	}

	requireValue(errors, `${path}.path`, bundle.path);
	checkLocalPath(errors, `${path}.path`, bundle.path ?? '');
};

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const files = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const;

const checkCertificate = (
	errors: Errors,
	path: string,
	certificate: Source,
	claim: (file: string, value: unknown) => void,
): void => {
	checkSupported(errors, `${path}.keyType`, certificate.keyType, keyTypes);
	const seconds: number | undefined = certificate.maxExpirationSeconds;
	if (seconds !== undefined && seconds < 3600) {
		errors.push(invalid(`${path}.maxExpirationSeconds`, seconds, 'if provided, maxExpirationSeconds must be >= 3600'));
	}

	for (const name of files) {
		if (certificate[name]) {
			checkLocalPath(errors, `${path}.${name}`, certificate[name]);
			claim(certificate[name], certificate[name]);
		}
	}

	if (!files.some((name) => certificate[name])) {
		errors.push(required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'));
	}
};
