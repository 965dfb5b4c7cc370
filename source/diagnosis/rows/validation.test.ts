import {validation} from '../../testing/broken-manifests/validation.js';
import {culprits} from '../../testing/culprits.js';

culprits(validation);
