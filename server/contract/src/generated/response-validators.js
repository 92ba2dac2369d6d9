// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
import * as module0 from 'ajv/dist/runtime/ucs2length.js'
import * as module1 from 'ajv-formats/dist/formats.js'
const defaultOf = (module) => module.default?.default ?? module.default

export const getAccount200 = validate20;
const schema31 = {"type":"object","required":["id","balance","currency"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"balance":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"key":{"type":"object","required":["id","name","expiresAt","products","readOnly","limits","spent"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"name":{"type":["string","null"]},"expiresAt":{"type":["string","null"],"format":"date-time"},"products":{"type":["array","null"],"items":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]}},"readOnly":{"type":"boolean"},"limits":{"type":"object","required":["day","total","requestsPerMinute"],"properties":{"day":{"oneOf":[{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},{"type":"null"}]},"total":{"oneOf":[{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},{"type":"null"}]},"requestsPerMinute":{"type":["integer","null"],"minimum":1}}},"spent":{"oneOf":[{"type":"object","required":["day","total"],"properties":{"day":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"total":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}},{"type":"null"}]}}}}};
const func1 = defaultOf(module0);
const pattern4 = new RegExp("^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$", "u");
const pattern5 = new RegExp("^[A-Z]{3}$", "u");
const formats0 = (module1.fullFormats ?? module1.default.fullFormats)["date-time"];

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.balance === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "balance"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(data0) < 1){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.balance !== undefined){
let data1 = data.balance;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
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
const err7 = {instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.key !== undefined){
let data3 = data.key;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.id === undefined){
const err10 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3.name === undefined){
const err11 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3.expiresAt === undefined){
const err12 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "expiresAt"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3.products === undefined){
const err13 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "products"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data3.readOnly === undefined){
const err14 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "readOnly"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data3.limits === undefined){
const err15 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "limits"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data3.spent === undefined){
const err16 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "spent"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data3.id !== undefined){
let data4 = data3.id;
if(typeof data4 === "string"){
if(func1(data4) > 64){
const err17 = {instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func1(data4) < 1){
const err18 = {instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
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
const err19 = {instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.name !== undefined){
let data5 = data3.name;
if((typeof data5 !== "string") && (data5 !== null)){
const err20 = {instancePath:instancePath+"/key/name",schemaPath:"#/properties/key/properties/name/type",keyword:"type",params:{type: schema31.properties.key.properties.name.type}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data3.expiresAt !== undefined){
let data6 = data3.expiresAt;
if((typeof data6 !== "string") && (data6 !== null)){
const err21 = {instancePath:instancePath+"/key/expiresAt",schemaPath:"#/properties/key/properties/expiresAt/type",keyword:"type",params:{type: schema31.properties.key.properties.expiresAt.type}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
const err22 = {instancePath:instancePath+"/key/expiresAt",schemaPath:"#/properties/key/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data3.products !== undefined){
let data7 = data3.products;
if((!(Array.isArray(data7))) && (data7 !== null)){
const err23 = {instancePath:instancePath+"/key/products",schemaPath:"#/properties/key/properties/products/type",keyword:"type",params:{type: schema31.properties.key.properties.products.type}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 !== "string"){
const err24 = {instancePath:instancePath+"/key/products/" + i0,schemaPath:"#/properties/key/properties/products/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!((((data8 === "image.generate") || (data8 === "image.transform")) || (data8 === "video.generate")) || (data8 === "video.transform"))){
const err25 = {instancePath:instancePath+"/key/products/" + i0,schemaPath:"#/properties/key/properties/products/items/enum",keyword:"enum",params:{allowedValues: schema31.properties.key.properties.products.items.enum}};
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
}
if(data3.readOnly !== undefined){
if(typeof data3.readOnly !== "boolean"){
const err26 = {instancePath:instancePath+"/key/readOnly",schemaPath:"#/properties/key/properties/readOnly/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data3.limits !== undefined){
let data10 = data3.limits;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.day === undefined){
const err27 = {instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "day"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data10.total === undefined){
const err28 = {instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data10.requestsPerMinute === undefined){
const err29 = {instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "requestsPerMinute"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data10.day !== undefined){
let data11 = data10.day;
const _errs24 = errors;
let valid5 = false;
let passing0 = null;
const _errs25 = errors;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err30 = {instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs27 = errors;
if(data11 !== null){
const err32 = {instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err33 = {instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
if(data10.total !== undefined){
let data12 = data10.total;
const _errs30 = errors;
let valid6 = false;
let passing1 = null;
const _errs31 = errors;
if(typeof data12 === "string"){
if(!pattern4.test(data12)){
const err34 = {instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid1 = _errs31 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs33 = errors;
if(data12 !== null){
const err36 = {instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid1 = _errs33 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err37 = {instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
}
if(data10.requestsPerMinute !== undefined){
let data13 = data10.requestsPerMinute;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
const err38 = {instancePath:instancePath+"/key/limits/requestsPerMinute",schemaPath:"#/properties/key/properties/limits/properties/requestsPerMinute/type",keyword:"type",params:{type: schema31.properties.key.properties.limits.properties.requestsPerMinute.type}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 1 || isNaN(data13)){
const err39 = {instancePath:instancePath+"/key/limits/requestsPerMinute",schemaPath:"#/properties/key/properties/limits/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
}
else {
const err40 = {instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data3.spent !== undefined){
let data14 = data3.spent;
const _errs38 = errors;
let valid7 = false;
let passing2 = null;
const _errs39 = errors;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.day === undefined){
const err41 = {instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/required",keyword:"required",params:{missingProperty: "day"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data14.total === undefined){
const err42 = {instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data14.day !== undefined){
let data15 = data14.day;
if(typeof data15 === "string"){
if(!pattern4.test(data15)){
const err43 = {instancePath:instancePath+"/key/spent/day",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/day/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/key/spent/day",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/day/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data14.total !== undefined){
let data16 = data14.total;
if(typeof data16 === "string"){
if(!pattern4.test(data16)){
const err45 = {instancePath:instancePath+"/key/spent/total",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/total/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/key/spent/total",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/total/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid2 = _errs39 === errors;
if(_valid2){
valid7 = true;
passing2 = 0;
var props0 = {};
props0.day = true;
props0.total = true;
}
const _errs45 = errors;
if(data14 !== null){
const err48 = {instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid2 = _errs45 === errors;
if(_valid2 && valid7){
valid7 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid7 = true;
passing2 = 1;
}
}
if(!valid7){
const err49 = {instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf",keyword:"oneOf",params:{passingSchemas: passing2}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
else {
errors = _errs38;
if(vErrors !== null){
if(_errs38){
vErrors.length = _errs38;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err50 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"id":true,"balance":true,"currency":true,"key":true},"dynamicProps":false,"dynamicItems":false};

export const getUsage200 = validate21;
const schema32 = {"type":"object","required":["from","to","currency","charged","days"],"properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"charged":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"days":{"type":"array","items":{"type":"object","required":["date","product","keyId","succeeded","failed","cancelled","charged"],"properties":{"date":{"type":"string","format":"date"},"product":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"keyId":{"oneOf":[{"type":"string","minLength":1,"maxLength":64},{"type":"null"}]},"succeeded":{"type":"integer","minimum":0},"failed":{"type":"integer","minimum":0},"cancelled":{"type":"integer","minimum":0},"charged":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}}}}};
const formats2 = (module1.fullFormats ?? module1.default.fullFormats).date;

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
if(data.from === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.to === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.charged === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "charged"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.days === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "days"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!(formats2.validate(data0))){
const err5 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/format",keyword:"format",params:{format: "date"}};
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
const err6 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(!(formats2.validate(data1))){
const err7 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/format",keyword:"format",params:{format: "date"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
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
const err10 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.charged !== undefined){
let data3 = data.charged;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err11 = {instancePath:instancePath+"/charged",schemaPath:"#/properties/charged/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/charged",schemaPath:"#/properties/charged/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.days !== undefined){
let data4 = data.days;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.date === undefined){
const err13 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "date"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5.product === undefined){
const err14 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "product"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5.keyId === undefined){
const err15 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "keyId"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5.succeeded === undefined){
const err16 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "succeeded"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data5.failed === undefined){
const err17 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "failed"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data5.cancelled === undefined){
const err18 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "cancelled"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data5.charged === undefined){
const err19 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "charged"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data5.date !== undefined){
let data6 = data5.date;
if(typeof data6 === "string"){
if(!(formats2.validate(data6))){
const err20 = {instancePath:instancePath+"/days/" + i0+"/date",schemaPath:"#/properties/days/items/properties/date/format",keyword:"format",params:{format: "date"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/days/" + i0+"/date",schemaPath:"#/properties/days/items/properties/date/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data5.product !== undefined){
let data7 = data5.product;
if(typeof data7 !== "string"){
const err22 = {instancePath:instancePath+"/days/" + i0+"/product",schemaPath:"#/properties/days/items/properties/product/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!((((data7 === "image.generate") || (data7 === "image.transform")) || (data7 === "video.generate")) || (data7 === "video.transform"))){
const err23 = {instancePath:instancePath+"/days/" + i0+"/product",schemaPath:"#/properties/days/items/properties/product/enum",keyword:"enum",params:{allowedValues: schema32.properties.days.items.properties.product.enum}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data5.keyId !== undefined){
let data8 = data5.keyId;
const _errs18 = errors;
let valid4 = false;
let passing0 = null;
const _errs19 = errors;
if(typeof data8 === "string"){
if(func1(data8) > 64){
const err24 = {instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(func1(data8) < 1){
const err25 = {instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
var _valid0 = _errs19 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data8 !== null){
const err27 = {instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
const err28 = {instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
if(data5.succeeded !== undefined){
let data9 = data5.succeeded;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err29 = {instancePath:instancePath+"/days/" + i0+"/succeeded",schemaPath:"#/properties/days/items/properties/succeeded/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err30 = {instancePath:instancePath+"/days/" + i0+"/succeeded",schemaPath:"#/properties/days/items/properties/succeeded/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
if(data5.failed !== undefined){
let data10 = data5.failed;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err31 = {instancePath:instancePath+"/days/" + i0+"/failed",schemaPath:"#/properties/days/items/properties/failed/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err32 = {instancePath:instancePath+"/days/" + i0+"/failed",schemaPath:"#/properties/days/items/properties/failed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
if(data5.cancelled !== undefined){
let data11 = data5.cancelled;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err33 = {instancePath:instancePath+"/days/" + i0+"/cancelled",schemaPath:"#/properties/days/items/properties/cancelled/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err34 = {instancePath:instancePath+"/days/" + i0+"/cancelled",schemaPath:"#/properties/days/items/properties/cancelled/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data5.charged !== undefined){
let data12 = data5.charged;
if(typeof data12 === "string"){
if(!pattern4.test(data12)){
const err35 = {instancePath:instancePath+"/days/" + i0+"/charged",schemaPath:"#/properties/days/items/properties/charged/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/days/" + i0+"/charged",schemaPath:"#/properties/days/items/properties/charged/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/days",schemaPath:"#/properties/days/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"from":true,"to":true,"currency":true,"charged":true,"days":true},"dynamicProps":false,"dynamicItems":false};

export const getPricing200 = validate22;
const schema33 = {"type":"object","required":["currency","products"],"properties":{"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"products":{"type":"array","items":{"type":"object","required":["product","unit","tiers"],"properties":{"product":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"unit":{"type":"string","enum":["image","second","unit"]},"tiers":{"type":"array","items":{"type":"object","required":["tier","unitPrice"],"properties":{"tier":{"type":"string","minLength":1},"unitPrice":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}}}}}}}};

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
if(data.currency === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.products === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "products"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency !== undefined){
let data0 = data.currency;
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err2 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
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
const err3 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.products !== undefined){
let data1 = data.products;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.product === undefined){
const err4 = {instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "product"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.unit === undefined){
const err5 = {instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.tiers === undefined){
const err6 = {instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "tiers"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.product !== undefined){
let data3 = data2.product;
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/products/" + i0+"/product",schemaPath:"#/properties/products/items/properties/product/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
const err8 = {instancePath:instancePath+"/products/" + i0+"/product",schemaPath:"#/properties/products/items/properties/product/enum",keyword:"enum",params:{allowedValues: schema33.properties.products.items.properties.product.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.unit !== undefined){
let data4 = data2.unit;
if(typeof data4 !== "string"){
const err9 = {instancePath:instancePath+"/products/" + i0+"/unit",schemaPath:"#/properties/products/items/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(((data4 === "image") || (data4 === "second")) || (data4 === "unit"))){
const err10 = {instancePath:instancePath+"/products/" + i0+"/unit",schemaPath:"#/properties/products/items/properties/unit/enum",keyword:"enum",params:{allowedValues: schema33.properties.products.items.properties.unit.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data2.tiers !== undefined){
let data5 = data2.tiers;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.tier === undefined){
const err11 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/required",keyword:"required",params:{missingProperty: "tier"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data6.unitPrice === undefined){
const err12 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/required",keyword:"required",params:{missingProperty: "unitPrice"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data6.tier !== undefined){
let data7 = data6.tier;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err13 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/tier",schemaPath:"#/properties/products/items/properties/tiers/items/properties/tier/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/tier",schemaPath:"#/properties/products/items/properties/tiers/items/properties/tier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data6.unitPrice !== undefined){
let data8 = data6.unitPrice;
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err15 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/unitPrice",schemaPath:"#/properties/products/items/properties/tiers/items/properties/unitPrice/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/unitPrice",schemaPath:"#/properties/products/items/properties/tiers/items/properties/unitPrice/type",keyword:"type",params:{type: "string"}};
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
else {
const err17 = {instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/type",keyword:"type",params:{type: "object"}};
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
const err18 = {instancePath:instancePath+"/products/" + i0+"/tiers",schemaPath:"#/properties/products/items/properties/tiers/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/type",keyword:"type",params:{type: "object"}};
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
const err20 = {instancePath:instancePath+"/products",schemaPath:"#/properties/products/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"currency":true,"products":true},"dynamicProps":false,"dynamicItems":false};

export const listEffects200 = validate23;
const schema34 = {"type":"object","required":["effects"],"properties":{"effects":{"type":"array","items":{"type":"object","required":["id","name","description","surface","defaults"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"name":{"type":"string"},"description":{"type":"string"},"surface":{"type":"string","enum":["image","video"]},"defaults":{"type":"object","additionalProperties":{"type":["string","number"]}}}}}}};

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
if(data.effects === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "effects"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.effects !== undefined){
let data0 = data.effects;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
const err1 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.name === undefined){
const err2 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.description === undefined){
const err3 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.surface === undefined){
const err4 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "surface"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.defaults === undefined){
const err5 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "defaults"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(typeof data2 === "string"){
if(func1(data2) > 64){
const err6 = {instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func1(data2) < 1){
const err7 = {instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
const err9 = {instancePath:instancePath+"/effects/" + i0+"/name",schemaPath:"#/properties/effects/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.description !== undefined){
if(typeof data1.description !== "string"){
const err10 = {instancePath:instancePath+"/effects/" + i0+"/description",schemaPath:"#/properties/effects/items/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.surface !== undefined){
let data5 = data1.surface;
if(typeof data5 !== "string"){
const err11 = {instancePath:instancePath+"/effects/" + i0+"/surface",schemaPath:"#/properties/effects/items/properties/surface/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((data5 === "image") || (data5 === "video"))){
const err12 = {instancePath:instancePath+"/effects/" + i0+"/surface",schemaPath:"#/properties/effects/items/properties/surface/enum",keyword:"enum",params:{allowedValues: schema34.properties.effects.items.properties.surface.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.defaults !== undefined){
let data6 = data1.defaults;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key0 in data6){
let data7 = data6[key0];
if((typeof data7 !== "string") && (!((typeof data7 == "number") && (isFinite(data7))))){
const err13 = {instancePath:instancePath+"/effects/" + i0+"/defaults/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/effects/items/properties/defaults/additionalProperties/type",keyword:"type",params:{type: schema34.properties.effects.items.properties.defaults.additionalProperties.type}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/effects/" + i0+"/defaults",schemaPath:"#/properties/effects/items/properties/defaults/type",keyword:"type",params:{type: "object"}};
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
const err15 = {instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/effects",schemaPath:"#/properties/effects/type",keyword:"type",params:{type: "array"}};
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
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"effects":true},"dynamicProps":false,"dynamicItems":false};

export const listExamples200 = validate24;
const schema35 = {"type":"object","required":["examples"],"properties":{"examples":{"type":"array","items":{"type":"object","required":["id","surface","title","caption","parameter","request","category","input","poster","output","blurredPoster","blurredOutput","width","height"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"surface":{"type":"string","enum":["IMAGE","VIDEO"]},"title":{"type":"string"},"caption":{"type":"string"},"parameter":{"type":"string","const":"effectId"},"request":{"type":"object","additionalProperties":{"type":["string","number"]}},"category":{"oneOf":[{"type":"object","required":["id","label","sortOrder"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"label":{"type":"string"},"sortOrder":{"type":"number"}}},{"type":"null"}]},"input":{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},"poster":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"output":{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},"blurredPoster":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"blurredOutput":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"width":{"type":["integer","null"],"minimum":1},"height":{"type":["integer","null"],"minimum":1}}}}}};

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
if(data.examples === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "examples"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.examples !== undefined){
let data0 = data.examples;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
const err1 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.surface === undefined){
const err2 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "surface"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.title === undefined){
const err3 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "title"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.caption === undefined){
const err4 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "caption"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.parameter === undefined){
const err5 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "parameter"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.request === undefined){
const err6 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "request"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.category === undefined){
const err7 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "category"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1.input === undefined){
const err8 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "input"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1.poster === undefined){
const err9 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "poster"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.output === undefined){
const err10 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "output"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.blurredPoster === undefined){
const err11 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "blurredPoster"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.blurredOutput === undefined){
const err12 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "blurredOutput"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data1.width === undefined){
const err13 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "width"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data1.height === undefined){
const err14 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "height"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(typeof data2 === "string"){
if(func1(data2) > 64){
const err15 = {instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func1(data2) < 1){
const err16 = {instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data1.surface !== undefined){
let data3 = data1.surface;
if(typeof data3 !== "string"){
const err18 = {instancePath:instancePath+"/examples/" + i0+"/surface",schemaPath:"#/properties/examples/items/properties/surface/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!((data3 === "IMAGE") || (data3 === "VIDEO"))){
const err19 = {instancePath:instancePath+"/examples/" + i0+"/surface",schemaPath:"#/properties/examples/items/properties/surface/enum",keyword:"enum",params:{allowedValues: schema35.properties.examples.items.properties.surface.enum}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data1.title !== undefined){
if(typeof data1.title !== "string"){
const err20 = {instancePath:instancePath+"/examples/" + i0+"/title",schemaPath:"#/properties/examples/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data1.caption !== undefined){
if(typeof data1.caption !== "string"){
const err21 = {instancePath:instancePath+"/examples/" + i0+"/caption",schemaPath:"#/properties/examples/items/properties/caption/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data1.parameter !== undefined){
let data6 = data1.parameter;
if(typeof data6 !== "string"){
const err22 = {instancePath:instancePath+"/examples/" + i0+"/parameter",schemaPath:"#/properties/examples/items/properties/parameter/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if("effectId" !== data6){
const err23 = {instancePath:instancePath+"/examples/" + i0+"/parameter",schemaPath:"#/properties/examples/items/properties/parameter/const",keyword:"const",params:{allowedValue: "effectId"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data1.request !== undefined){
let data7 = data1.request;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key0 in data7){
let data8 = data7[key0];
if((typeof data8 !== "string") && (!((typeof data8 == "number") && (isFinite(data8))))){
const err24 = {instancePath:instancePath+"/examples/" + i0+"/request/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/examples/items/properties/request/additionalProperties/type",keyword:"type",params:{type: schema35.properties.examples.items.properties.request.additionalProperties.type}};
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
const err25 = {instancePath:instancePath+"/examples/" + i0+"/request",schemaPath:"#/properties/examples/items/properties/request/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data1.category !== undefined){
let data9 = data1.category;
const _errs21 = errors;
let valid5 = false;
let passing0 = null;
const _errs22 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.id === undefined){
const err26 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data9.label === undefined){
const err27 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "label"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data9.sortOrder === undefined){
const err28 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "sortOrder"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data9.id !== undefined){
let data10 = data9.id;
if(typeof data10 === "string"){
if(func1(data10) > 64){
const err29 = {instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func1(data10) < 1){
const err30 = {instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data9.label !== undefined){
if(typeof data9.label !== "string"){
const err32 = {instancePath:instancePath+"/examples/" + i0+"/category/label",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/label/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data9.sortOrder !== undefined){
let data12 = data9.sortOrder;
if(!((typeof data12 == "number") && (isFinite(data12)))){
const err33 = {instancePath:instancePath+"/examples/" + i0+"/category/sortOrder",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/sortOrder/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.label = true;
props0.sortOrder = true;
}
const _errs30 = errors;
if(data9 !== null){
const err35 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid0 = _errs30 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err36 = {instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data1.input !== undefined){
let data13 = data1.input;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.assetId === undefined){
const err37 = {instancePath:instancePath+"/examples/" + i0+"/input",schemaPath:"#/properties/examples/items/properties/input/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data13.assetId !== undefined){
let data14 = data13.assetId;
if(typeof data14 === "string"){
if(func1(data14) > 64){
const err38 = {instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(func1(data14) < 1){
const err39 = {instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/examples/" + i0+"/input",schemaPath:"#/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data1.poster !== undefined){
let data15 = data1.poster;
const _errs37 = errors;
let valid8 = false;
let passing1 = null;
const _errs38 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.assetId === undefined){
const err42 = {instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data15.assetId !== undefined){
let data16 = data15.assetId;
if(typeof data16 === "string"){
if(func1(data16) > 64){
const err43 = {instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(func1(data16) < 1){
const err44 = {instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var _valid1 = _errs38 === errors;
if(_valid1){
valid8 = true;
passing1 = 0;
var props1 = {};
props1.assetId = true;
}
const _errs42 = errors;
if(data15 !== null){
const err47 = {instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid1 = _errs42 === errors;
if(_valid1 && valid8){
valid8 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid8 = true;
passing1 = 1;
}
}
if(!valid8){
const err48 = {instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
else {
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
}
}
if(data1.output !== undefined){
let data17 = data1.output;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.assetId === undefined){
const err49 = {instancePath:instancePath+"/examples/" + i0+"/output",schemaPath:"#/properties/examples/items/properties/output/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data17.assetId !== undefined){
let data18 = data17.assetId;
if(typeof data18 === "string"){
if(func1(data18) > 64){
const err50 = {instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(func1(data18) < 1){
const err51 = {instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/examples/" + i0+"/output",schemaPath:"#/properties/examples/items/properties/output/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data1.blurredPoster !== undefined){
let data19 = data1.blurredPoster;
const _errs49 = errors;
let valid11 = false;
let passing2 = null;
const _errs50 = errors;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.assetId === undefined){
const err54 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data19.assetId !== undefined){
let data20 = data19.assetId;
if(typeof data20 === "string"){
if(func1(data20) > 64){
const err55 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(func1(data20) < 1){
const err56 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid2 = _errs50 === errors;
if(_valid2){
valid11 = true;
passing2 = 0;
var props2 = {};
props2.assetId = true;
}
const _errs54 = errors;
if(data19 !== null){
const err59 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
var _valid2 = _errs54 === errors;
if(_valid2 && valid11){
valid11 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid11 = true;
passing2 = 1;
}
}
if(!valid11){
const err60 = {instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf",keyword:"oneOf",params:{passingSchemas: passing2}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
else {
errors = _errs49;
if(vErrors !== null){
if(_errs49){
vErrors.length = _errs49;
}
else {
vErrors = null;
}
}
}
}
if(data1.blurredOutput !== undefined){
let data21 = data1.blurredOutput;
const _errs57 = errors;
let valid13 = false;
let passing3 = null;
const _errs58 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.assetId === undefined){
const err61 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data21.assetId !== undefined){
let data22 = data21.assetId;
if(typeof data22 === "string"){
if(func1(data22) > 64){
const err62 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(func1(data22) < 1){
const err63 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
var _valid3 = _errs58 === errors;
if(_valid3){
valid13 = true;
passing3 = 0;
var props3 = {};
props3.assetId = true;
}
const _errs62 = errors;
if(data21 !== null){
const err66 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
var _valid3 = _errs62 === errors;
if(_valid3 && valid13){
valid13 = false;
passing3 = [passing3, 1];
}
else {
if(_valid3){
valid13 = true;
passing3 = 1;
}
}
if(!valid13){
const err67 = {instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf",keyword:"oneOf",params:{passingSchemas: passing3}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
else {
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
}
}
if(data1.width !== undefined){
let data23 = data1.width;
if((!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))) && (data23 !== null)){
const err68 = {instancePath:instancePath+"/examples/" + i0+"/width",schemaPath:"#/properties/examples/items/properties/width/type",keyword:"type",params:{type: schema35.properties.examples.items.properties.width.type}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
const err69 = {instancePath:instancePath+"/examples/" + i0+"/width",schemaPath:"#/properties/examples/items/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
if(data1.height !== undefined){
let data24 = data1.height;
if((!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))) && (data24 !== null)){
const err70 = {instancePath:instancePath+"/examples/" + i0+"/height",schemaPath:"#/properties/examples/items/properties/height/type",keyword:"type",params:{type: schema35.properties.examples.items.properties.height.type}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
const err71 = {instancePath:instancePath+"/examples/" + i0+"/height",schemaPath:"#/properties/examples/items/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
}
else {
const err72 = {instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath:instancePath+"/examples",schemaPath:"#/properties/examples/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"examples":true},"dynamicProps":false,"dynamicItems":false};

export const generateImage200 = validate25;
const schema36 = {"type":"object","required":["id","status","createdAt"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"status":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]},"createdAt":{"type":"string","format":"date-time"},"cost":{"type":"object","required":["amount","currency","state"],"properties":{"amount":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"state":{"type":"string","enum":["reserved","charged","refunded"]}}}}};

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.createdAt === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(data0) < 1){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((((data1 === "QUEUED") || (data1 === "PROCESSING")) || (data1 === "SUCCEEDED")) || (data1 === "FAILED")) || (data1 === "CANCELLED"))){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema36.properties.status.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data2 = data.createdAt;
if(typeof data2 === "string"){
if(!(formats0.validate(data2))){
const err8 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.cost !== undefined){
let data3 = data.cost;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.amount === undefined){
const err10 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3.currency === undefined){
const err11 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3.state === undefined){
const err12 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3.amount !== undefined){
let data4 = data3.amount;
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err13 = {instancePath:instancePath+"/cost/amount",schemaPath:"#/properties/cost/properties/amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/cost/amount",schemaPath:"#/properties/cost/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.currency !== undefined){
let data5 = data3.currency;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err15 = {instancePath:instancePath+"/cost/currency",schemaPath:"#/properties/cost/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/cost/currency",schemaPath:"#/properties/cost/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.state !== undefined){
let data6 = data3.state;
if(typeof data6 !== "string"){
const err17 = {instancePath:instancePath+"/cost/state",schemaPath:"#/properties/cost/properties/state/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(((data6 === "reserved") || (data6 === "charged")) || (data6 === "refunded"))){
const err18 = {instancePath:instancePath+"/cost/state",schemaPath:"#/properties/cost/properties/state/enum",keyword:"enum",params:{allowedValues: schema36.properties.cost.properties.state.enum}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/type",keyword:"type",params:{type: "object"}};
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
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"id":true,"status":true,"createdAt":true,"cost":true},"dynamicProps":false,"dynamicItems":false};

export const listTasks200 = validate26;
const schema37 = {"type":"object","required":["tasks","nextCursor"],"properties":{"tasks":{"type":"array","maxItems":100,"items":{"type":"object","required":["id","type","status","createdAt","startedAt","completedAt","output","error"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"type":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"status":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]},"createdAt":{"type":"string","format":"date-time"},"startedAt":{"type":["string","null"],"format":"date-time"},"completedAt":{"type":["string","null"],"format":"date-time"},"output":{"oneOf":[{"type":"object","properties":{"images":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"videos":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"removed":{"type":"object","required":["code","removedAt"],"properties":{"code":{"type":"string","enum":["RESULT_EXPIRED","RESULT_DELETED"]},"removedAt":{"type":"string","format":"date-time"}}}}},{"type":"null"}]},"error":{"oneOf":[{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","enum":["INVALID_INPUT","GENERATION_FAILED","PROVIDER_UNAVAILABLE","PROVIDER_SUBMIT_AMBIGUOUS","NO_PROVIDER_CONFIGURED","WORKER_TIMEOUT"]},"message":{"type":["string","null"]}}},{"type":"null"}]},"cost":{"type":"object","required":["amount","currency","state"],"properties":{"amount":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"state":{"type":"string","enum":["reserved","charged","refunded"]}}}}}},"nextCursor":{"type":["string","null"],"minLength":1,"maxLength":128}}};
const formats16 = (module1.fullFormats ?? module1.default.fullFormats).uri;

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
if(data.tasks === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tasks"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.nextCursor === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nextCursor"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tasks !== undefined){
let data0 = data.tasks;
if(Array.isArray(data0)){
if(data0.length > 100){
const err2 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/maxItems",keyword:"maxItems",params:{limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
const err3 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.type === undefined){
const err4 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.status === undefined){
const err5 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.createdAt === undefined){
const err6 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "createdAt"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.startedAt === undefined){
const err7 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "startedAt"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1.completedAt === undefined){
const err8 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "completedAt"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1.output === undefined){
const err9 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "output"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.error === undefined){
const err10 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(typeof data2 === "string"){
if(func1(data2) > 64){
const err11 = {instancePath:instancePath+"/tasks/" + i0+"/id",schemaPath:"#/properties/tasks/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func1(data2) < 1){
const err12 = {instancePath:instancePath+"/tasks/" + i0+"/id",schemaPath:"#/properties/tasks/items/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
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
const err13 = {instancePath:instancePath+"/tasks/" + i0+"/id",schemaPath:"#/properties/tasks/items/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.type !== undefined){
let data3 = data1.type;
if(typeof data3 !== "string"){
const err14 = {instancePath:instancePath+"/tasks/" + i0+"/type",schemaPath:"#/properties/tasks/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
const err15 = {instancePath:instancePath+"/tasks/" + i0+"/type",schemaPath:"#/properties/tasks/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema37.properties.tasks.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data1.status !== undefined){
let data4 = data1.status;
if(typeof data4 !== "string"){
const err16 = {instancePath:instancePath+"/tasks/" + i0+"/status",schemaPath:"#/properties/tasks/items/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(((((data4 === "QUEUED") || (data4 === "PROCESSING")) || (data4 === "SUCCEEDED")) || (data4 === "FAILED")) || (data4 === "CANCELLED"))){
const err17 = {instancePath:instancePath+"/tasks/" + i0+"/status",schemaPath:"#/properties/tasks/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema37.properties.tasks.items.properties.status.enum}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data1.createdAt !== undefined){
let data5 = data1.createdAt;
if(typeof data5 === "string"){
if(!(formats0.validate(data5))){
const err18 = {instancePath:instancePath+"/tasks/" + i0+"/createdAt",schemaPath:"#/properties/tasks/items/properties/createdAt/format",keyword:"format",params:{format: "date-time"}};
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
const err19 = {instancePath:instancePath+"/tasks/" + i0+"/createdAt",schemaPath:"#/properties/tasks/items/properties/createdAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data1.startedAt !== undefined){
let data6 = data1.startedAt;
if((typeof data6 !== "string") && (data6 !== null)){
const err20 = {instancePath:instancePath+"/tasks/" + i0+"/startedAt",schemaPath:"#/properties/tasks/items/properties/startedAt/type",keyword:"type",params:{type: schema37.properties.tasks.items.properties.startedAt.type}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
const err21 = {instancePath:instancePath+"/tasks/" + i0+"/startedAt",schemaPath:"#/properties/tasks/items/properties/startedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data1.completedAt !== undefined){
let data7 = data1.completedAt;
if((typeof data7 !== "string") && (data7 !== null)){
const err22 = {instancePath:instancePath+"/tasks/" + i0+"/completedAt",schemaPath:"#/properties/tasks/items/properties/completedAt/type",keyword:"type",params:{type: schema37.properties.tasks.items.properties.completedAt.type}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(typeof data7 === "string"){
if(!(formats0.validate(data7))){
const err23 = {instancePath:instancePath+"/tasks/" + i0+"/completedAt",schemaPath:"#/properties/tasks/items/properties/completedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data1.output !== undefined){
let data8 = data1.output;
const _errs18 = errors;
let valid4 = false;
let passing0 = null;
const _errs19 = errors;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.images !== undefined){
let data9 = data8.images;
if(Array.isArray(data9)){
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.url === undefined){
const err24 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data10.contentType === undefined){
const err25 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data10.url !== undefined){
let data11 = data10.url;
if(typeof data11 === "string"){
if(!(formats16(data11))){
const err26 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1+"/url",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1+"/url",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data10.contentType !== undefined){
if(typeof data10.contentType !== "string"){
const err28 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1+"/contentType",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.sizeBytes !== undefined){
let data13 = data10.sizeBytes;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err29 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1+"/sizeBytes",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
const err30 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1+"/sizeBytes",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
}
else {
const err31 = {instancePath:instancePath+"/tasks/" + i0+"/output/images/" + i1,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/tasks/" + i0+"/output/images",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/images/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data8.videos !== undefined){
let data14 = data8.videos;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
let data15 = data14[i2];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.url === undefined){
const err33 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data15.contentType === undefined){
const err34 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data15.url !== undefined){
let data16 = data15.url;
if(typeof data16 === "string"){
if(!(formats16(data16))){
const err35 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2+"/url",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2+"/url",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data15.contentType !== undefined){
if(typeof data15.contentType !== "string"){
const err37 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2+"/contentType",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data15.sizeBytes !== undefined){
let data18 = data15.sizeBytes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err38 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2+"/sizeBytes",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
const err39 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2+"/sizeBytes",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
}
else {
const err40 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos/" + i2,schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/tasks/" + i0+"/output/videos",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/videos/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data8.removed !== undefined){
let data19 = data8.removed;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.code === undefined){
const err42 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data19.removedAt === undefined){
const err43 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "removedAt"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data19.code !== undefined){
let data20 = data19.code;
if(typeof data20 !== "string"){
const err44 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed/code",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!((data20 === "RESULT_EXPIRED") || (data20 === "RESULT_DELETED"))){
const err45 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed/code",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/properties/code/enum",keyword:"enum",params:{allowedValues: schema37.properties.tasks.items.properties.output.oneOf[0].properties.removed.properties.code.enum}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data19.removedAt !== undefined){
let data21 = data19.removedAt;
if(typeof data21 === "string"){
if(!(formats0.validate(data21))){
const err46 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed/removedAt",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/properties/removedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed/removedAt",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/properties/removedAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/tasks/" + i0+"/output/removed",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/properties/removed/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/tasks/" + i0+"/output",schemaPath:"#/properties/tasks/items/properties/output/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var _valid0 = _errs19 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
var props0 = {};
props0.images = true;
props0.videos = true;
props0.removed = true;
}
const _errs47 = errors;
if(data8 !== null){
const err50 = {instancePath:instancePath+"/tasks/" + i0+"/output",schemaPath:"#/properties/tasks/items/properties/output/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var _valid0 = _errs47 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
const err51 = {instancePath:instancePath+"/tasks/" + i0+"/output",schemaPath:"#/properties/tasks/items/properties/output/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
if(data1.error !== undefined){
let data22 = data1.error;
const _errs50 = errors;
let valid13 = false;
let passing1 = null;
const _errs51 = errors;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.code === undefined){
const err52 = {instancePath:instancePath+"/tasks/" + i0+"/error",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data22.message === undefined){
const err53 = {instancePath:instancePath+"/tasks/" + i0+"/error",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data22.code !== undefined){
let data23 = data22.code;
if(typeof data23 !== "string"){
const err54 = {instancePath:instancePath+"/tasks/" + i0+"/error/code",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(!((((((data23 === "INVALID_INPUT") || (data23 === "GENERATION_FAILED")) || (data23 === "PROVIDER_UNAVAILABLE")) || (data23 === "PROVIDER_SUBMIT_AMBIGUOUS")) || (data23 === "NO_PROVIDER_CONFIGURED")) || (data23 === "WORKER_TIMEOUT"))){
const err55 = {instancePath:instancePath+"/tasks/" + i0+"/error/code",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/properties/code/enum",keyword:"enum",params:{allowedValues: schema37.properties.tasks.items.properties.error.oneOf[0].properties.code.enum}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data22.message !== undefined){
let data24 = data22.message;
if((typeof data24 !== "string") && (data24 !== null)){
const err56 = {instancePath:instancePath+"/tasks/" + i0+"/error/message",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/properties/message/type",keyword:"type",params:{type: schema37.properties.tasks.items.properties.error.oneOf[0].properties.message.type}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/tasks/" + i0+"/error",schemaPath:"#/properties/tasks/items/properties/error/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
var _valid1 = _errs51 === errors;
if(_valid1){
valid13 = true;
passing1 = 0;
var props1 = {};
props1.code = true;
props1.message = true;
}
const _errs57 = errors;
if(data22 !== null){
const err58 = {instancePath:instancePath+"/tasks/" + i0+"/error",schemaPath:"#/properties/tasks/items/properties/error/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid1 = _errs57 === errors;
if(_valid1 && valid13){
valid13 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid13 = true;
passing1 = 1;
}
}
if(!valid13){
const err59 = {instancePath:instancePath+"/tasks/" + i0+"/error",schemaPath:"#/properties/tasks/items/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
else {
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
}
}
if(data1.cost !== undefined){
let data25 = data1.cost;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.amount === undefined){
const err60 = {instancePath:instancePath+"/tasks/" + i0+"/cost",schemaPath:"#/properties/tasks/items/properties/cost/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data25.currency === undefined){
const err61 = {instancePath:instancePath+"/tasks/" + i0+"/cost",schemaPath:"#/properties/tasks/items/properties/cost/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data25.state === undefined){
const err62 = {instancePath:instancePath+"/tasks/" + i0+"/cost",schemaPath:"#/properties/tasks/items/properties/cost/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data25.amount !== undefined){
let data26 = data25.amount;
if(typeof data26 === "string"){
if(!pattern4.test(data26)){
const err63 = {instancePath:instancePath+"/tasks/" + i0+"/cost/amount",schemaPath:"#/properties/tasks/items/properties/cost/properties/amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/tasks/" + i0+"/cost/amount",schemaPath:"#/properties/tasks/items/properties/cost/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data25.currency !== undefined){
let data27 = data25.currency;
if(typeof data27 === "string"){
if(!pattern5.test(data27)){
const err65 = {instancePath:instancePath+"/tasks/" + i0+"/cost/currency",schemaPath:"#/properties/tasks/items/properties/cost/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/tasks/" + i0+"/cost/currency",schemaPath:"#/properties/tasks/items/properties/cost/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data25.state !== undefined){
let data28 = data25.state;
if(typeof data28 !== "string"){
const err67 = {instancePath:instancePath+"/tasks/" + i0+"/cost/state",schemaPath:"#/properties/tasks/items/properties/cost/properties/state/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(!(((data28 === "reserved") || (data28 === "charged")) || (data28 === "refunded"))){
const err68 = {instancePath:instancePath+"/tasks/" + i0+"/cost/state",schemaPath:"#/properties/tasks/items/properties/cost/properties/state/enum",keyword:"enum",params:{allowedValues: schema37.properties.tasks.items.properties.cost.properties.state.enum}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/tasks/" + i0+"/cost",schemaPath:"#/properties/tasks/items/properties/cost/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
else {
const err70 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.nextCursor !== undefined){
let data29 = data.nextCursor;
if((typeof data29 !== "string") && (data29 !== null)){
const err72 = {instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/type",keyword:"type",params:{type: schema37.properties.nextCursor.type}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(typeof data29 === "string"){
if(func1(data29) > 128){
const err73 = {instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(func1(data29) < 1){
const err74 = {instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
}
else {
const err75 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"tasks":true,"nextCursor":true},"dynamicProps":false,"dynamicItems":false};

export const getTask200 = validate27;
const schema38 = {"type":"object","required":["id","type","status","createdAt","startedAt","completedAt","output","error"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"type":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"status":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]},"createdAt":{"type":"string","format":"date-time"},"startedAt":{"type":["string","null"],"format":"date-time"},"completedAt":{"type":["string","null"],"format":"date-time"},"output":{"oneOf":[{"type":"object","properties":{"images":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"videos":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"removed":{"type":"object","required":["code","removedAt"],"properties":{"code":{"type":"string","enum":["RESULT_EXPIRED","RESULT_DELETED"]},"removedAt":{"type":"string","format":"date-time"}}}}},{"type":"null"}]},"error":{"oneOf":[{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","enum":["INVALID_INPUT","GENERATION_FAILED","PROVIDER_UNAVAILABLE","PROVIDER_SUBMIT_AMBIGUOUS","NO_PROVIDER_CONFIGURED","WORKER_TIMEOUT"]},"message":{"type":["string","null"]}}},{"type":"null"}]},"cost":{"type":"object","required":["amount","currency","state"],"properties":{"amount":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"state":{"type":"string","enum":["reserved","charged","refunded"]}}}}};

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.status === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.createdAt === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.startedAt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "startedAt"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.completedAt === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "completedAt"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.output === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "output"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.error === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func1(data0) < 1){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
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
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.type !== undefined){
let data1 = data.type;
if(typeof data1 !== "string"){
const err11 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((((data1 === "image.generate") || (data1 === "image.transform")) || (data1 === "video.generate")) || (data1 === "video.transform"))){
const err12 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema38.properties.type.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.status !== undefined){
let data2 = data.status;
if(typeof data2 !== "string"){
const err13 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((((data2 === "QUEUED") || (data2 === "PROCESSING")) || (data2 === "SUCCEEDED")) || (data2 === "FAILED")) || (data2 === "CANCELLED"))){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema38.properties.status.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data3 = data.createdAt;
if(typeof data3 === "string"){
if(!(formats0.validate(data3))){
const err15 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.startedAt !== undefined){
let data4 = data.startedAt;
if((typeof data4 !== "string") && (data4 !== null)){
const err17 = {instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: schema38.properties.startedAt.type}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(typeof data4 === "string"){
if(!(formats0.validate(data4))){
const err18 = {instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.completedAt !== undefined){
let data5 = data.completedAt;
if((typeof data5 !== "string") && (data5 !== null)){
const err19 = {instancePath:instancePath+"/completedAt",schemaPath:"#/properties/completedAt/type",keyword:"type",params:{type: schema38.properties.completedAt.type}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(typeof data5 === "string"){
if(!(formats0.validate(data5))){
const err20 = {instancePath:instancePath+"/completedAt",schemaPath:"#/properties/completedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.output !== undefined){
let data6 = data.output;
const _errs14 = errors;
let valid1 = false;
let passing0 = null;
const _errs15 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.images !== undefined){
let data7 = data6.images;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.url === undefined){
const err21 = {instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8.contentType === undefined){
const err22 = {instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data8.url !== undefined){
let data9 = data8.url;
if(typeof data9 === "string"){
if(!(formats16(data9))){
const err23 = {instancePath:instancePath+"/output/images/" + i0+"/url",schemaPath:"#/properties/output/oneOf/0/properties/images/items/properties/url/format",keyword:"format",params:{format: "uri"}};
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
const err24 = {instancePath:instancePath+"/output/images/" + i0+"/url",schemaPath:"#/properties/output/oneOf/0/properties/images/items/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data8.contentType !== undefined){
if(typeof data8.contentType !== "string"){
const err25 = {instancePath:instancePath+"/output/images/" + i0+"/contentType",schemaPath:"#/properties/output/oneOf/0/properties/images/items/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.sizeBytes !== undefined){
let data11 = data8.sizeBytes;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err26 = {instancePath:instancePath+"/output/images/" + i0+"/sizeBytes",schemaPath:"#/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/output/images/" + i0+"/sizeBytes",schemaPath:"#/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
}
else {
const err28 = {instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/properties/output/oneOf/0/properties/images/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/output/images",schemaPath:"#/properties/output/oneOf/0/properties/images/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data6.videos !== undefined){
let data12 = data6.videos;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.url === undefined){
const err30 = {instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data13.contentType === undefined){
const err31 = {instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data13.url !== undefined){
let data14 = data13.url;
if(typeof data14 === "string"){
if(!(formats16(data14))){
const err32 = {instancePath:instancePath+"/output/videos/" + i1+"/url",schemaPath:"#/properties/output/oneOf/0/properties/videos/items/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/output/videos/" + i1+"/url",schemaPath:"#/properties/output/oneOf/0/properties/videos/items/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data13.contentType !== undefined){
if(typeof data13.contentType !== "string"){
const err34 = {instancePath:instancePath+"/output/videos/" + i1+"/contentType",schemaPath:"#/properties/output/oneOf/0/properties/videos/items/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data13.sizeBytes !== undefined){
let data16 = data13.sizeBytes;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err35 = {instancePath:instancePath+"/output/videos/" + i1+"/sizeBytes",schemaPath:"#/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
const err36 = {instancePath:instancePath+"/output/videos/" + i1+"/sizeBytes",schemaPath:"#/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/properties/output/oneOf/0/properties/videos/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/output/videos",schemaPath:"#/properties/output/oneOf/0/properties/videos/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data6.removed !== undefined){
let data17 = data6.removed;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.code === undefined){
const err39 = {instancePath:instancePath+"/output/removed",schemaPath:"#/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data17.removedAt === undefined){
const err40 = {instancePath:instancePath+"/output/removed",schemaPath:"#/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "removedAt"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data17.code !== undefined){
let data18 = data17.code;
if(typeof data18 !== "string"){
const err41 = {instancePath:instancePath+"/output/removed/code",schemaPath:"#/properties/output/oneOf/0/properties/removed/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(!((data18 === "RESULT_EXPIRED") || (data18 === "RESULT_DELETED"))){
const err42 = {instancePath:instancePath+"/output/removed/code",schemaPath:"#/properties/output/oneOf/0/properties/removed/properties/code/enum",keyword:"enum",params:{allowedValues: schema38.properties.output.oneOf[0].properties.removed.properties.code.enum}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data17.removedAt !== undefined){
let data19 = data17.removedAt;
if(typeof data19 === "string"){
if(!(formats0.validate(data19))){
const err43 = {instancePath:instancePath+"/output/removed/removedAt",schemaPath:"#/properties/output/oneOf/0/properties/removed/properties/removedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/output/removed/removedAt",schemaPath:"#/properties/output/oneOf/0/properties/removed/properties/removedAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/output/removed",schemaPath:"#/properties/output/oneOf/0/properties/removed/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var _valid0 = _errs15 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.images = true;
props0.videos = true;
props0.removed = true;
}
const _errs43 = errors;
if(data6 !== null){
const err47 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid0 = _errs43 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err48 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(data.error !== undefined){
let data20 = data.error;
const _errs46 = errors;
let valid10 = false;
let passing1 = null;
const _errs47 = errors;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.code === undefined){
const err49 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data20.message === undefined){
const err50 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data20.code !== undefined){
let data21 = data20.code;
if(typeof data21 !== "string"){
const err51 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(!((((((data21 === "INVALID_INPUT") || (data21 === "GENERATION_FAILED")) || (data21 === "PROVIDER_UNAVAILABLE")) || (data21 === "PROVIDER_SUBMIT_AMBIGUOUS")) || (data21 === "NO_PROVIDER_CONFIGURED")) || (data21 === "WORKER_TIMEOUT"))){
const err52 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/oneOf/0/properties/code/enum",keyword:"enum",params:{allowedValues: schema38.properties.error.oneOf[0].properties.code.enum}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data20.message !== undefined){
let data22 = data20.message;
if((typeof data22 !== "string") && (data22 !== null)){
const err53 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/oneOf/0/properties/message/type",keyword:"type",params:{type: schema38.properties.error.oneOf[0].properties.message.type}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
var _valid1 = _errs47 === errors;
if(_valid1){
valid10 = true;
passing1 = 0;
var props1 = {};
props1.code = true;
props1.message = true;
}
const _errs53 = errors;
if(data20 !== null){
const err55 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
var _valid1 = _errs53 === errors;
if(_valid1 && valid10){
valid10 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid10 = true;
passing1 = 1;
}
}
if(!valid10){
const err56 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
else {
errors = _errs46;
if(vErrors !== null){
if(_errs46){
vErrors.length = _errs46;
}
else {
vErrors = null;
}
}
}
}
if(data.cost !== undefined){
let data23 = data.cost;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.amount === undefined){
const err57 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data23.currency === undefined){
const err58 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data23.state === undefined){
const err59 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data23.amount !== undefined){
let data24 = data23.amount;
if(typeof data24 === "string"){
if(!pattern4.test(data24)){
const err60 = {instancePath:instancePath+"/cost/amount",schemaPath:"#/properties/cost/properties/amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/cost/amount",schemaPath:"#/properties/cost/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data23.currency !== undefined){
let data25 = data23.currency;
if(typeof data25 === "string"){
if(!pattern5.test(data25)){
const err62 = {instancePath:instancePath+"/cost/currency",schemaPath:"#/properties/cost/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/cost/currency",schemaPath:"#/properties/cost/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data23.state !== undefined){
let data26 = data23.state;
if(typeof data26 !== "string"){
const err64 = {instancePath:instancePath+"/cost/state",schemaPath:"#/properties/cost/properties/state/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(!(((data26 === "reserved") || (data26 === "charged")) || (data26 === "refunded"))){
const err65 = {instancePath:instancePath+"/cost/state",schemaPath:"#/properties/cost/properties/state/enum",keyword:"enum",params:{allowedValues: schema38.properties.cost.properties.state.enum}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/cost",schemaPath:"#/properties/cost/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"id":true,"type":true,"status":true,"createdAt":true,"startedAt":true,"completedAt":true,"output":true,"error":true,"cost":true},"dynamicProps":false,"dynamicItems":false};

export const cancelTask200 = validate28;
const schema39 = {"type":"object","required":["id","status"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"status":{"type":"string","const":"CANCELLED"}}};

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(data0) < 1){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
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
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if("CANCELLED" !== data1){
const err6 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "CANCELLED"}};
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
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"id":true,"status":true},"dynamicProps":false,"dynamicItems":false};

export const createUpload200 = validate29;
const schema40 = {"type":"object","required":["id","uploadUrl","method","expiresAt"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"uploadUrl":{"type":"string","format":"uri"},"method":{"type":"string","const":"PUT"},"expiresAt":{"type":"string","format":"date-time"}}};

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.uploadUrl === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uploadUrl"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.method === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.expiresAt === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expiresAt"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(data0) < 1){
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
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
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.uploadUrl !== undefined){
let data1 = data.uploadUrl;
if(typeof data1 === "string"){
if(!(formats16(data1))){
const err7 = {instancePath:instancePath+"/uploadUrl",schemaPath:"#/properties/uploadUrl/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/uploadUrl",schemaPath:"#/properties/uploadUrl/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.method !== undefined){
let data2 = data.method;
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("PUT" !== data2){
const err10 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/const",keyword:"const",params:{allowedValue: "PUT"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.expiresAt !== undefined){
let data3 = data.expiresAt;
if(typeof data3 === "string"){
if(!(formats0.validate(data3))){
const err11 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"id":true,"uploadUrl":true,"method":true,"expiresAt":true},"dynamicProps":false,"dynamicItems":false};

export const completeUpload200 = validate30;
const schema41 = {"type":"object","required":["id","status","contentType","sizeBytes","width","height","createdAt","expiresAt","verifiedAt","error"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"status":{"type":"string","enum":["PENDING","READY","INVALID","EXPIRED"]},"contentType":{"type":"string","enum":["image/jpeg","image/png","image/webp"]},"sizeBytes":{"type":["integer","null"],"minimum":0},"width":{"type":["integer","null"],"minimum":1},"height":{"type":["integer","null"],"minimum":1},"createdAt":{"type":"string","format":"date-time"},"expiresAt":{"type":"string","format":"date-time"},"verifiedAt":{"type":["string","null"],"format":"date-time"},"error":{"oneOf":[{"type":"object","required":["code"],"properties":{"code":{"type":"string","enum":["UNSUPPORTED_FORMAT","CONTENT_TYPE_MISMATCH","FILE_TOO_LARGE","FILE_TOO_SMALL","DIMENSIONS_OUT_OF_RANGE","CONTENT_REFUSED","UPLOAD_EXPIRED"]}}},{"type":"null"}]}}};

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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.contentType === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contentType"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.sizeBytes === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sizeBytes"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.width === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "width"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.height === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "height"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.createdAt === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.expiresAt === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expiresAt"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.verifiedAt === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verifiedAt"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.error === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func1(data0) > 64){
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func1(data0) < 1){
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
const err13 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((((data1 === "PENDING") || (data1 === "READY")) || (data1 === "INVALID")) || (data1 === "EXPIRED"))){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema41.properties.status.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.contentType !== undefined){
let data2 = data.contentType;
if(typeof data2 !== "string"){
const err15 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(((data2 === "image/jpeg") || (data2 === "image/png")) || (data2 === "image/webp"))){
const err16 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues: schema41.properties.contentType.enum}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.sizeBytes !== undefined){
let data3 = data.sizeBytes;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
const err17 = {instancePath:instancePath+"/sizeBytes",schemaPath:"#/properties/sizeBytes/type",keyword:"type",params:{type: schema41.properties.sizeBytes.type}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err18 = {instancePath:instancePath+"/sizeBytes",schemaPath:"#/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.width !== undefined){
let data4 = data.width;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err19 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/type",keyword:"type",params:{type: schema41.properties.width.type}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
const err20 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.height !== undefined){
let data5 = data.height;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
const err21 = {instancePath:instancePath+"/height",schemaPath:"#/properties/height/type",keyword:"type",params:{type: schema41.properties.height.type}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err22 = {instancePath:instancePath+"/height",schemaPath:"#/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.createdAt !== undefined){
let data6 = data.createdAt;
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
const err23 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/format",keyword:"format",params:{format: "date-time"}};
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
const err24 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.expiresAt !== undefined){
let data7 = data.expiresAt;
if(typeof data7 === "string"){
if(!(formats0.validate(data7))){
const err25 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.verifiedAt !== undefined){
let data8 = data.verifiedAt;
if((typeof data8 !== "string") && (data8 !== null)){
const err27 = {instancePath:instancePath+"/verifiedAt",schemaPath:"#/properties/verifiedAt/type",keyword:"type",params:{type: schema41.properties.verifiedAt.type}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(typeof data8 === "string"){
if(!(formats0.validate(data8))){
const err28 = {instancePath:instancePath+"/verifiedAt",schemaPath:"#/properties/verifiedAt/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
if(data.error !== undefined){
let data9 = data.error;
const _errs20 = errors;
let valid1 = false;
let passing0 = null;
const _errs21 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.code === undefined){
const err29 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data9.code !== undefined){
let data10 = data9.code;
if(typeof data10 !== "string"){
const err30 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!(((((((data10 === "UNSUPPORTED_FORMAT") || (data10 === "CONTENT_TYPE_MISMATCH")) || (data10 === "FILE_TOO_LARGE")) || (data10 === "FILE_TOO_SMALL")) || (data10 === "DIMENSIONS_OUT_OF_RANGE")) || (data10 === "CONTENT_REFUSED")) || (data10 === "UPLOAD_EXPIRED"))){
const err31 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/oneOf/0/properties/code/enum",keyword:"enum",params:{allowedValues: schema41.properties.error.oneOf[0].properties.code.enum}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.code = true;
}
const _errs25 = errors;
if(data9 !== null){
const err33 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err34 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"id":true,"status":true,"contentType":true,"sizeBytes":true,"width":true,"height":true,"createdAt":true,"expiresAt":true,"verifiedAt":true,"error":true},"dynamicProps":false,"dynamicItems":false};

export const transformImage200 = generateImage200;
export const generateVideo200 = generateImage200;
export const transformVideo200 = generateImage200;
export const getUpload200 = completeUpload200;
