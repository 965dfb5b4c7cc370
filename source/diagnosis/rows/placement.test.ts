import {placement} from '../../testing/broken-manifests/placement.js';
import {culprits} from '../../testing/culprits.js';

culprits(placement);
