import {testRecordedAnswers} from '../testing/recorded-answers.js';

testRecordedAnswers('controllers');
