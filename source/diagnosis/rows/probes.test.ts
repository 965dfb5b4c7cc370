import {probes} from '../../testing/broken-manifests/probes.js';
import {culprits} from '../../testing/culprits.js';

culprits(probes);
