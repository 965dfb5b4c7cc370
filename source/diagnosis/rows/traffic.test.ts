import {traffic} from '../../testing/broken-manifests/traffic.js';
import {culprits} from '../../testing/culprits.js';

culprits(traffic);
