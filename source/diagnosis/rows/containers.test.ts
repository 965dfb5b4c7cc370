import {containers} from '../../testing/broken-manifests/containers.js';
import {culprits} from '../../testing/culprits.js';

culprits(containers);
