import {admission} from './broken-manifests/admission.js';
import {asked} from './broken-manifests/asked.js';
import {assumed} from './broken-manifests/assumed.js';
import {configuration} from './broken-manifests/configuration.js';
import {containers} from './broken-manifests/containers.js';
import {decoding} from './broken-manifests/decoding.js';
import {devices} from './broken-manifests/devices.js';
import {images} from './broken-manifests/images.js';
import {placement} from './broken-manifests/placement.js';
import {probes} from './broken-manifests/probes.js';
import {storage} from './broken-manifests/storage.js';
import {traffic} from './broken-manifests/traffic.js';
import {validation} from './broken-manifests/validation.js';
import {workloads} from './broken-manifests/workloads.js';
import type {BrokenManifest} from './broken-manifests/templates.js';

/** Manifests of everyday kinds, broken and near misses. */
export const brokenManifests: readonly BrokenManifest[] = [
	...images,
	...placement,
	...configuration,
	...containers,
	...probes,
	...decoding,
	...admission,
	...validation,
	...storage,
	...devices,
	...workloads,
	...traffic,
	...asked,
	...assumed,
];
