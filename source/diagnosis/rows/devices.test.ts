import {devices} from '../../testing/broken-manifests/devices.js';
import {culprits} from '../../testing/culprits.js';

culprits(devices);
