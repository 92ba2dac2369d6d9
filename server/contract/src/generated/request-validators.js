// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
import * as module0 from 'ajv-formats/dist/formats.js'
import * as module1 from 'ajv/dist/runtime/ucs2length.js'
const defaultOf = (module) => module.default?.default ?? module.default

export const getUsageQuery = validate20;
const schema31 = {"type":"object","required":[],"properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"}}};
const formats0 = (module0.fullFormats ?? module0.default.fullFormats).date;

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!(formats0.validate(data0))){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/format",keyword:"format",params:{format: "date"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(!(formats0.validate(data1))){
const err2 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/format",keyword:"format",params:{format: "date"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"from":true,"to":true},"dynamicProps":false,"dynamicItems":false};

export const listEffectsQuery = validate21;
const schema32 = {"type":"object","required":[],"properties":{"surface":{"type":"string","enum":["image","video"]}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.surface !== undefined){
let data0 = data.surface;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/surface",schemaPath:"#/properties/surface/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((data0 === "image") || (data0 === "video"))){
const err1 = {instancePath:instancePath+"/surface",schemaPath:"#/properties/surface/enum",keyword:"enum",params:{allowedValues: schema32.properties.surface.enum}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"surface":true},"dynamicProps":false,"dynamicItems":false};

export const generateImageHeaders = validate22;
const schema33 = {"type":"object","required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":128},"Cancel-After":{"type":"integer","minimum":1,"maximum":604800},"traceparent":{"type":"string"}}};
const func1 = defaultOf(module1);

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
if(typeof data0 === "string"){
if(func1(data0) > 128){
const err0 = {instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func1(data0) < 1){
const err1 = {instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data["Cancel-After"] !== undefined){
let data1 = data["Cancel-After"];
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 604800 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.traceparent !== undefined){
if(typeof data.traceparent !== "string"){
const err6 = {instancePath:instancePath+"/traceparent",schemaPath:"#/properties/traceparent/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"Idempotency-Key":true,"Cancel-After":true,"traceparent":true},"dynamicProps":false,"dynamicItems":false};

export const generateImageBody = validate23;
const schema34 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"negativePrompt":{"type":"string","maxLength":1000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["1k","2k","4k"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3","2:1","1:2"]}}};
const pattern4 = new RegExp("^[^\\u0000\\uD800-\\uDFFF]*$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func1(data0) > 2000){
const err1 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.negativePrompt !== undefined){
let data1 = data.negativePrompt;
if(typeof data1 === "string"){
if(func1(data1) > 1000){
const err5 = {instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/maxLength",keyword:"maxLength",params:{limit: 1000}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.resolution !== undefined){
let data2 = data.resolution;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((data2 === "1k") || (data2 === "2k")) || (data2 === "4k"))){
const err9 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema34.properties.resolution.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.aspectRatio !== undefined){
let data3 = data.aspectRatio;
if(typeof data3 !== "string"){
const err10 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(((((((((data3 === "1:1") || (data3 === "9:16")) || (data3 === "16:9")) || (data3 === "4:3")) || (data3 === "3:4")) || (data3 === "3:2")) || (data3 === "2:3")) || (data3 === "2:1")) || (data3 === "1:2"))){
const err11 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema34.properties.aspectRatio.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"prompt":true,"negativePrompt":true,"resolution":true,"aspectRatio":true},"dynamicProps":false,"dynamicItems":false};

export const transformImageBody = validate24;
const schema35 = {"allOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3"]}}},{"anyOf":[{"type":"object","required":["effectId"],"properties":{"effectId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"}}}]}]};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
const err0 = {instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err1 = {instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func1(data1) > 64){
const err4 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(data1) < 1){
const err5 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func1(data2) > 2000){
const err7 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(data2) < 1){
const err8 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data2)){
const err9 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
const err11 = {instancePath:instancePath+"/resolution",schemaPath:"#/allOf/0/properties/resolution/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
const err12 = {instancePath:instancePath+"/resolution",schemaPath:"#/allOf/0/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema35.allOf[0].properties.resolution.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/allOf/0/properties/aspectRatio/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((((((data4 === "1:1") || (data4 === "9:16")) || (data4 === "16:9")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3"))){
const err14 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/allOf/0/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema35.allOf[0].properties.aspectRatio.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const _errs13 = errors;
let valid2 = false;
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.effectId === undefined){
const err16 = {instancePath,schemaPath:"#/allOf/1/anyOf/0/required",keyword:"required",params:{missingProperty: "effectId"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.effectId !== undefined){
let data5 = data.effectId;
if(typeof data5 === "string"){
if(func1(data5) > 64){
const err17 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func1(data5) < 1){
const err18 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/allOf/1/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid0 = _errs14 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.effectId = true;
}
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
const err21 = {instancePath,schemaPath:"#/allOf/1/anyOf/1/required",keyword:"required",params:{missingProperty: "prompt"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.prompt !== undefined){
let data6 = data.prompt;
if(typeof data6 === "string"){
if(func1(data6) > 2000){
const err22 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func1(data6) < 1){
const err23 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern4.test(data6)){
const err24 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/allOf/1/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
var _valid0 = _errs18 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0.prompt = true;
}
}
if(!valid2){
const err27 = {instancePath,schemaPath:"#/allOf/1/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.assetId = true;
props0.effectId = true;
props0.prompt = true;
props0.resolution = true;
props0.aspectRatio = true;
}
validate24.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate24.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const generateVideoBody = validate25;
const schema36 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["480p","512p","720p","1080p"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","1:1","4:3","3:4","21:9"]},"durationSeconds":{"type":"integer","minimum":4,"maximum":15}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func1(data0) > 2000){
const err1 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.resolution !== undefined){
let data1 = data.resolution;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((((data1 === "480p") || (data1 === "512p")) || (data1 === "720p")) || (data1 === "1080p"))){
const err6 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema36.properties.resolution.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.aspectRatio !== undefined){
let data2 = data.aspectRatio;
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((((((data2 === "16:9") || (data2 === "9:16")) || (data2 === "1:1")) || (data2 === "4:3")) || (data2 === "3:4")) || (data2 === "21:9"))){
const err8 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema36.properties.aspectRatio.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.durationSeconds !== undefined){
let data3 = data.durationSeconds;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 15 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 15}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3 < 4 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"prompt":true,"resolution":true,"aspectRatio":true,"durationSeconds":true},"dynamicProps":false,"dynamicItems":false};

export const transformVideoBody = validate26;
const schema37 = {"type":"object","required":["assetId","effectId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","4:3","3:4","3:2","2:3","1:1"]},"durationSeconds":{"type":"integer","enum":[5,8]}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.effectId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "effectId"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err2 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(data0) < 1){
const err3 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func1(data1) > 64){
const err5 = {instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(data1) < 1){
const err6 = {instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func1(data2) > 2000){
const err8 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func1(data2) < 1){
const err9 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data2)){
const err10 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
const err12 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
const err13 = {instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema37.properties.resolution.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
const err14 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(((((((data4 === "16:9") || (data4 === "9:16")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3")) || (data4 === "1:1"))){
const err15 = {instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema37.properties.aspectRatio.enum}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.durationSeconds !== undefined){
let data5 = data.durationSeconds;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err16 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!((data5 === 5) || (data5 === 8))){
const err17 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/enum",keyword:"enum",params:{allowedValues: schema37.properties.durationSeconds.enum}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"assetId":true,"effectId":true,"prompt":true,"resolution":true,"aspectRatio":true,"durationSeconds":true},"dynamicProps":false,"dynamicItems":false};

export const listTasksQuery = validate27;
const schema38 = {"type":"object","required":[],"properties":{"status":{"type":"array","minItems":1,"maxItems":5,"items":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]}},"type":{"type":"array","minItems":1,"maxItems":4,"items":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]}},"createdFrom":{"type":"string","format":"date-time"},"createdBefore":{"type":"string","format":"date-time"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"type":"string","minLength":1,"maxLength":128},"id":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"string","minLength":1,"maxLength":64}}}};
const formats4 = (module0.fullFormats ?? module0.default.fullFormats)["date-time"];

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
let data0 = data.status;
if(Array.isArray(data0)){
if(data0.length > 5){
const err0 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/maxItems",keyword:"maxItems",params:{limit: 5}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
const err2 = {instancePath:instancePath+"/status/" + i0,schemaPath:"#/properties/status/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((data1 === "QUEUED") || (data1 === "PROCESSING")) || (data1 === "SUCCEEDED")) || (data1 === "FAILED")) || (data1 === "CANCELLED"))){
const err3 = {instancePath:instancePath+"/status/" + i0,schemaPath:"#/properties/status/items/enum",keyword:"enum",params:{allowedValues: schema38.properties.status.items.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(Array.isArray(data2)){
if(data2.length > 4){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxItems",keyword:"maxItems",params:{limit: 4}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/type/" + i1,schemaPath:"#/properties/type/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
const err8 = {instancePath:instancePath+"/type/" + i1,schemaPath:"#/properties/type/items/enum",keyword:"enum",params:{allowedValues: schema38.properties.type.items.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.createdFrom !== undefined){
let data4 = data.createdFrom;
if(typeof data4 === "string"){
if(!(formats4.validate(data4))){
const err10 = {instancePath:instancePath+"/createdFrom",schemaPath:"#/properties/createdFrom/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/createdFrom",schemaPath:"#/properties/createdFrom/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdBefore !== undefined){
let data5 = data.createdBefore;
if(typeof data5 === "string"){
if(!(formats4.validate(data5))){
const err12 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.limit !== undefined){
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.cursor !== undefined){
let data7 = data.cursor;
if(typeof data7 === "string"){
if(func1(data7) > 128){
const err17 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func1(data7) < 1){
const err18 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.id !== undefined){
let data8 = data.id;
if(Array.isArray(data8)){
if(data8.length > 100){
const err20 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxItems",keyword:"maxItems",params:{limit: 100}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8.length < 1){
const err21 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(typeof data9 === "string"){
if(func1(data9) > 64){
const err22 = {instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func1(data9) < 1){
const err23 = {instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"status":true,"type":true,"createdFrom":true,"createdBefore":true,"limit":true,"cursor":true,"id":true},"dynamicProps":false,"dynamicItems":false};

export const listTasksHeaders = validate28;
const schema39 = {"type":"object","required":[],"properties":{"Prefer":{"type":"string"},"If-None-Match":{"type":"string"}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.Prefer !== undefined){
if(typeof data.Prefer !== "string"){
const err0 = {instancePath:instancePath+"/Prefer",schemaPath:"#/properties/Prefer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data["If-None-Match"] !== undefined){
if(typeof data["If-None-Match"] !== "string"){
const err1 = {instancePath:instancePath+"/If-None-Match",schemaPath:"#/properties/If-None-Match/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"Prefer":true,"If-None-Match":true},"dynamicProps":false,"dynamicItems":false};

export const getTaskPath = validate29;
const schema40 = {"type":"object","required":["taskId"],"properties":{"taskId":{"type":"string","minLength":1,"maxLength":64}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.taskId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "taskId"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.taskId !== undefined){
let data0 = data.taskId;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err1 = {instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"taskId":true},"dynamicProps":false,"dynamicItems":false};

export const createUploadBody = validate30;
const schema41 = {"type":"object","required":["contentType"],"properties":{"contentType":{"type":"string","enum":["image/jpeg","image/png","image/webp"]}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contentType === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.contentType !== undefined){
let data0 = data.contentType;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "image/jpeg") || (data0 === "image/png")) || (data0 === "image/webp"))){
const err2 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues: schema41.properties.contentType.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"contentType":true},"dynamicProps":false,"dynamicItems":false};

export const completeUploadPath = validate31;
const schema42 = {"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err1 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"assetId":true},"dynamicProps":false,"dynamicItems":false};

export const completeUploadBody = validate32;
const schema43 = {"type":"object"};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"dynamicProps":false,"dynamicItems":false};

export const listExamplesQuery = listEffectsQuery;
export const transformImageHeaders = generateImageHeaders;
export const generateVideoHeaders = generateImageHeaders;
export const transformVideoHeaders = generateImageHeaders;
export const getTaskHeaders = listTasksHeaders;
export const cancelTaskPath = getTaskPath;
export const getUploadPath = completeUploadPath;
