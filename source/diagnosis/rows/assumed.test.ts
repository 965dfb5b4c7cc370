import {assumed} from '../../testing/broken-manifests/assumed.js';
import {culprits} from '../../testing/culprits.js';

culprits(assumed);
