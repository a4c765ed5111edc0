-- The two roles and the database of docker-compose.yml's profile postgres. The passwords are for trying out.
CREATE ROLE winnow_owner LOGIN PASSWORD 'try-out-owner';
CREATE ROLE winnow_service LOGIN PASSWORD 'try-out-service';
CREATE DATABASE winnow OWNER winnow_owner;
