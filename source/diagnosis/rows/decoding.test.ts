import {decoding} from '../../testing/broken-manifests/decoding.js';
import {culprits} from '../../testing/culprits.js';

culprits(decoding);
