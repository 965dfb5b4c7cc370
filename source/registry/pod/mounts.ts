import {forbidden, invalid, notFound, required} from '../../objects/field-error.js';
import type {Container, Volume, VolumeMount} from '../../objects/kubernetes.generated.js';
import {checkDescendingPath, checkSupported, requireValue, type Errors} from '../validation/checks.js';

/** Volumes of a Pod that are valid themselves, by name: only those can be mounted. */
export type Volumes = ReadonlyMap<string, Volume>;

/** The mounts of volumes in a container. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateVolumeMounts, ValidateVolumeDevices */
export const checkMounts = (errors: Errors, path: string, container: Container, volumes: Volumes): void => {
	const {volumeMounts = [], volumeDevices = []} = container;
	const at = `${path}.volumeMounts`;
	const paths = new Set<string>();
	for (const [index, mount] of volumeMounts.entries()) {
		const here = `${at}[${index}]`;
		requireValue(errors, `${here}.name`, mount.name);
		if (!volumes.has(mount.name)) {
			errors.push(notFound(`${here}.name`, mount.name));
		}

		requireValue(errors, `${here}.mountPath`, mount.mountPath);
		if (paths.has(mount.mountPath)) {
			errors.push(invalid(`${here}.mountPath`, mount.mountPath, 'must be unique'));
		}

		paths.add(mount.mountPath);
		if (volumeDevices.some(({name}) => name === mount.name)) {
			errors.push(invalid(`${here}.name`, mount.name, 'must not already exist in volumeDevices'));
		}

		if (volumeDevices.some(({devicePath}) => devicePath === mount.mountPath)) {
			errors.push(invalid(`${here}.mountPath`, mount.mountPath, 'must not already exist as a path in volumeDevices'));
		}

		checkMountOptions(errors, at, here, mount, container);
	}

	checkDevices(errors, `${path}.volumeDevices`, container, volumes);
};

/** Upstream names these fields without the index of the mount. */
const checkMountOptions = (
	errors: Errors,
	at: string,
	here: string,
	mount: VolumeMount,
	container: Container,
): void => {
	if (mount.subPath) {
		checkDescendingPath(errors, `${at}.subPath`, mount.subPath);
	}

	if (mount.subPathExpr) {
		if (mount.subPath) {
			errors.push(invalid(`${here}.subPathExpr`, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
		}

		checkDescendingPath(errors, `${at}.subPathExpr`, mount.subPathExpr);
	}

	const propagation = mount.mountPropagation;
	if (propagation !== undefined) {
		checkSupported(errors, `${at}.mountPropagation`, propagation, ['Bidirectional', 'HostToContainer', 'None']);
		if (propagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
			errors.push(
				forbidden(
					`${at}.mountPropagation`,
					'Bidirectional mount propagation is available only to privileged containers',
				),
			);
		}
	}

	const recursive = mount.recursiveReadOnly;
	if (recursive === 'Enabled' || recursive === 'IfPossible') {
		if (!mount.readOnly) {
			errors.push(forbidden(`${at}.recursiveReadOnly`, 'may only be specified when readOnly is true'));
		}

		if (propagation !== undefined && propagation !== 'None') {
			errors.push(
				forbidden(`${at}.recursiveReadOnly`, 'may only be specified when mountPropagation is None or not specified'),
			);
		}
	} else if (recursive !== undefined) {
		checkSupported(errors, `${at}.recursiveReadOnly`, recursive, ['Disabled', 'Enabled', 'IfPossible']);
	}
};

const checkDevices = (
	errors: Errors,
	path: string,
	{volumeMounts = [], volumeDevices = []}: Container,
	volumes: Volumes,
): void => {
	const names = new Set<string>();
	const paths = new Set<string>();
	for (const [index, {name, devicePath}] of volumeDevices.entries()) {
		const at = `${path}[${index}]`;
		const volume = volumes.get(name);
		requireValue(errors, `${at}.name`, name);
		if (names.has(name)) {
			errors.push(invalid(`${at}.name`, name, 'must be unique'));
		}

		if (!volume) {
			errors.push(notFound(`${at}.name`, name));
		} else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
			errors.push(
				invalid(
					`${at}.name`,
					name,
					'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
				),
			);
		}

		if (!devicePath) {
			errors.push(required(`${at}.devicePath`));
		}

		if (paths.has(devicePath)) {
			errors.push(invalid(`${at}.devicePath`, devicePath, 'must be unique'));
		}

		if (devicePath.split('/').includes('..')) {
			errors.push(invalid(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')"));
		} else {
			paths.add(devicePath);
		}

		if (volumeMounts.some((mount) => mount.name === name)) {
			errors.push(invalid(`${at}.name`, name, 'must not already exist in volumeMounts'));
		}

		if (volumeMounts.some((mount) => mount.mountPath === devicePath)) {
			errors.push(invalid(`${at}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts'));
		}

		if (name) {
			names.add(name);
		}
	}
};
